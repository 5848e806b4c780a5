/* Homework 4: hw4 INPUT OUTPUT writes the alpha-beta trace of every board in INPUT to OUTPUT. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLIES 4
#define INF 1000
#define MOST_MOVES 128

/* Ten by ten cells: the board with a rim around it, so that nothing ever leaves the array. */
#define CELL(row, column) (((row) + 1) * 10 + (column) + 1)
#define ROW(cell) ((cell) / 10 - 1)
#define COLUMN(cell) ((cell) % 10 - 1)

typedef struct {
    char cell[100];
} Board;

typedef struct {
    int from, to;
} Move;

enum { ALICE, BILL };

/* Forward left, forward right, then the same backwards. */
static const int WAYS[2][4] = {{-11, -9, 9, 11}, {9, 11, -11, -9}};
static const char *const PIECES[2] = {"Ak", "BK"};

static FILE *out;

static int belongs(char piece, int side)
{
    return piece == PIECES[side][0] || piece == PIECES[side][1];
}

/* From the last square of the board to the first; if there is a jump, only jumps. */
static int list_moves(const Board *board, int side, Move *moves)
{
    int count = 0, jumping = 0;

    for (int from = CELL(7, 7); from >= CELL(0, 0); from--) {
        if (!belongs(board->cell[from], side))
            continue;
        int is_king = board->cell[from] == PIECES[side][1];
        int ways = is_king ? 4 : 2;
        for (int i = 0; i < ways; i++) {
            int near = from + WAYS[side][i];
            int far = near + WAYS[side][i];
            if (board->cell[near] == 'O' && !jumping) {
                moves[count++] = (Move){from, near};
            } else if (belongs(board->cell[near], !side) && board->cell[far] == 'O') {
                if (!jumping)
                    count = 0; /* forget the steps */
                jumping = 1;
                moves[count++] = (Move){from, far};
            }
        }
    }
    return count;
}

static Board play(Board board, Move move, int side)
{
    char piece = board.cell[move.from];
    int far_row = side == ALICE ? 0 : 7;

    board.cell[move.from] = 'O';
    if (abs(ROW(move.from) - ROW(move.to)) == 2)
        board.cell[(move.from + move.to) / 2] = 'O';
    if (ROW(move.to) == far_row)
        piece = PIECES[side][1];
    board.cell[move.to] = piece;
    return board;
}

static int count_pieces(const Board *board, int side, int worth_of_king)
{
    int sum = 0;

    for (int cell = 0; cell < 100; cell++) {
        if (board->cell[cell] == PIECES[side][0])
            sum++;
        if (board->cell[cell] == PIECES[side][1])
            sum += worth_of_king;
    }
    return sum;
}

static int material(const Board *board)
{
    return count_pieces(board, ALICE, 2) - count_pieces(board, BILL, 2);
}

/* Whether the game is over with this side to move, and what it is worth then. */
static int is_over(const Board *board, int side, int *value)
{
    Move moves[MOST_MOVES];

    if (count_pieces(board, ALICE, 1) == 0) {
        *value = -INF;
        return 1;
    }
    if (count_pieces(board, BILL, 1) == 0) {
        *value = INF;
        return 1;
    }
    if (list_moves(board, side, moves) == 0) {
        *value = side == ALICE ? -INF : INF;
        return 1;
    }
    return 0;
}

static void print_label(int ply, int side)
{
    for (int i = 1; i < ply; i++)
        fputs("|-", out);
    fprintf(out, "%c%d: ", PIECES[side][0], ply);
}

static void print_move(Move move)
{
    fprintf(out, "(%d,%d)=>(%d,%d)", ROW(move.from), COLUMN(move.from), ROW(move.to), COLUMN(move.to));
}

static void print_value(const char *name, int value)
{
    if (value == INF || value == -INF)
        fprintf(out, "%s=%sinf", name, value < 0 ? "-" : "");
    else
        fprintf(out, "%s=%d", name, value);
}

static void print_pruning(int ply, int side, const Move *moves, int count, int alpha, int beta)
{
    print_label(ply, side);
    fputs("pruning ", out);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            fputs(", ", out);
        print_move(moves[i]);
    }
    print_value("; alpha", alpha);
    print_value(", beta", beta);
    fputs(".\n", out);
}

/* Never returns a value outside of the window that it was given. */
static int search(const Board *board, int ply, int alpha, int beta, Move *best)
{
    int side = ply % 2 == 1 ? ALICE : BILL;
    Move moves[MOST_MOVES];
    int count = list_moves(board, side, moves);

    *best = moves[0];
    for (int i = 0; i < count; i++) {
        Board child = play(*board, moves[i], side);
        Move reply;
        int value;
        int over = is_over(&child, !side, &value);

        if (!over && ply == PLIES)
            value = material(&child);
        print_label(ply, side);
        print_move(moves[i]);
        if (over || ply == PLIES)
            print_value("; h", value);
        fputs(".\n", out);
        if (!over && ply < PLIES)
            value = search(&child, ply + 1, alpha, beta, &reply);

        if (side == ALICE && value > alpha) {
            alpha = value;
            *best = moves[i];
        } else if (side == BILL && value < beta) {
            beta = value;
            *best = moves[i];
        }
        if (alpha >= beta) {
            if (i + 1 < count)
                print_pruning(ply, side, moves + i + 1, count - i - 1, alpha, beta);
            break;
        }
    }
    if (side == ALICE)
        return alpha < beta ? alpha : beta;
    return beta > alpha ? beta : alpha;
}

static void solve(const Board *board)
{
    Move best;
    int value;

    if (is_over(board, ALICE, &value)) {
        fputs("first move: none.\n", out);
        return;
    }
    search(board, 1, -INF, INF, &best);
    fputs("first move: ", out);
    print_move(best);
    fputs(".\n", out);
}

/* Cuts what follows the number: "Case 5: whatever" becomes "Case 5". */
static void cut_heading(char *line)
{
    size_t end = 4;

    while (line[end] == ' ' || line[end] == '\t')
        end++;
    while (isdigit((unsigned char)line[end]))
        end++;
    line[end] = '\0';
}

static int is_heading(const char *line)
{
    return tolower((unsigned char)line[0]) == 'c' && tolower((unsigned char)line[1]) == 'a' &&
           tolower((unsigned char)line[2]) == 's' && tolower((unsigned char)line[3]) == 'e';
}

/* The next line that is not blank, without the blanks around it; NULL at the end. */
static char *next_line(FILE *in, char *buffer, int size)
{
    while (fgets(buffer, size, in) != NULL) {
        char *line = buffer;
        if (strncmp(line, "\xEF\xBB\xBF", 3) == 0)
            line += 3;
        while (isspace((unsigned char)*line))
            line++;
        size_t length = strlen(line);
        while (length > 0 && isspace((unsigned char)line[length - 1]))
            line[--length] = '\0';
        if (length > 0)
            return line;
    }
    return NULL;
}

/* Reads one board and its heading, "" if it has none. */
static int read_board(FILE *in, Board *board, char *heading)
{
    char buffer[2000], *line;
    int rows = 0;

    memset(board->cell, '#', sizeof board->cell);
    heading[0] = '\0';
    while (rows < 8 && (line = next_line(in, buffer, sizeof buffer)) != NULL) {
        if (is_heading(line)) {
            cut_heading(line);
            strcpy(heading, line);
        } else {
            memcpy(&board->cell[CELL(rows, 0)], line, strlen(line) < 8 ? strlen(line) : 8);
            rows++;
        }
    }
    return rows == 8;
}

int main(int argc, char **argv)
{
    FILE *in = argc == 3 ? fopen(argv[1], "r") : NULL;
    char heading[2000], next_heading[2000];
    Board board, next;
    int number = 1;

    if (in == NULL || (out = fopen(argv[2], "w")) == NULL) {
        fprintf(stderr, "usage: hw4 INPUT OUTPUT\n");
        return 1;
    }
    int more = read_board(in, &board, heading);
    while (more) {
        more = read_board(in, &next, next_heading);
        if (heading[0] == '\0' && (more || number > 1))
            sprintf(heading, "case%d", number);
        if (heading[0] != '\0')
            fprintf(out, "%s%s\n", number > 1 ? "\n" : "", heading);
        solve(&board);
        board = next;
        strcpy(heading, next_heading);
        number++;
    }
    fclose(in);
    return fclose(out) == 0 ? 0 : 1;
}
