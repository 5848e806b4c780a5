// Homework 4, from standard input to standard output. Its mistake: beta is not handed down.
#include <iostream>
#include <string>
#include <vector>

using namespace std;

typedef vector<string> Board;
struct Move { int row, column, toRow, toColumn; };

const int PLIES = 4;
const int INF = 1000000;

bool isAlice(char piece) { return piece == 'A' || piece == 'k'; }
bool isBill(char piece) { return piece == 'B' || piece == 'K'; }
bool inside(int row, int column) { return row >= 0 && row < 8 && column >= 0 && column < 8; }

vector<Move> movesOf(const Board &board, bool alice)
{
    vector<Move> steps, jumps;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            char piece = board[row][column];
            if (alice ? !isAlice(piece) : !isBill(piece))
                continue;
            for (int down = -1; down <= 1; down += 2) {
                if ((piece == 'A' && down == 1) || (piece == 'B' && down == -1))
                    continue;
                for (int right = -1; right <= 1; right += 2) {
                    int r = row + down, c = column + right;
                    if (!inside(r, c))
                        continue;
                    if (board[r][c] == 'O')
                        steps.push_back({row, column, r, c});
                    else if (alice ? isBill(board[r][c]) : isAlice(board[r][c]))
                        if (inside(r + down, c + right) && board[r + down][c + right] == 'O')
                            jumps.push_back({row, column, r + down, c + right});
                }
            }
        }
    return jumps.empty() ? steps : jumps;
}

Board play(Board board, const Move &move)
{
    char piece = board[move.row][move.column];
    board[move.row][move.column] = 'O';
    if (abs(move.row - move.toRow) == 2)
        board[(move.row + move.toRow) / 2][(move.column + move.toColumn) / 2] = 'O';
    if (piece == 'A' && move.toRow == 0)
        piece = 'k';
    if (piece == 'B' && move.toRow == 7)
        piece = 'K';
    board[move.toRow][move.toColumn] = piece;
    return board;
}

int material(const Board &board, int &alice, int &bill)
{
    int value = 0;
    for (const string &row : board)
        for (char piece : row) {
            alice += isAlice(piece);
            bill += isBill(piece);
            value += piece == 'A' ? 1 : piece == 'k' ? 2 : piece == 'B' ? -1 : piece == 'K' ? -2 : 0;
        }
    return value;
}

string number(int value)
{
    return value >= INF ? "inf" : value <= -INF ? "-inf" : to_string(value);
}

string text(const Move &move)
{
    return "(" + to_string(move.row) + "," + to_string(move.column) + ")=>(" + to_string(move.toRow) + "," +
           to_string(move.toColumn) + ")";
}

int search(const Board &board, bool alice, int ply, int alpha, int beta, Move &best)
{
    vector<Move> moves = movesOf(board, alice);
    int value = alice ? -INF - 1 : INF + 1;
    string label;
    for (int i = 1; i < ply; i++)
        label += "|-";
    label += (alice ? "A" : "B") + to_string(ply) + ": ";
    for (size_t i = 0; i < moves.size(); i++) {
        Board child = play(board, moves[i]);
        int ownPieces = 0, enemies = 0, found = material(child, ownPieces, enemies);
        bool over = true;
        if (ownPieces == 0)
            found = -INF;
        else if (enemies == 0)
            found = INF;
        else if (movesOf(child, !alice).empty())
            found = alice ? INF : -INF;
        else
            over = false;
        cout << label << text(moves[i]);
        if (over || ply == PLIES) {
            cout << "; h=" << number(found) << ".\n";
        } else {
            cout << ".\n";
            Move unused;
            found = search(child, !alice, ply + 1, alpha, INF, unused);
        }
        if (alice ? found > value : found < value) {
            value = found;
            best = moves[i];
        }
        if (alice)
            alpha = max(alpha, value);
        else
            beta = min(beta, value);
        if (alpha >= beta) {
            if (i + 1 < moves.size()) {
                cout << label << "pruning ";
                for (size_t j = i + 1; j < moves.size(); j++)
                    cout << (j > i + 1 ? ", " : "") << text(moves[j]);
                cout << "; alpha=" << number(alpha) << ", beta=" << number(beta) << ".\n";
            }
            break;
        }
    }
    return value;
}

int main()
{
    Board board;
    string line;
    getline(cin, line); // case N
    cout << line << "\n";
    while (board.size() < 8 && getline(cin, line))
        board.push_back(line);
    Move best;
    search(board, true, 1, -INF, INF, best);
    cout << "first move: " << text(best) << ".\n";
}
