/* The limit: perft and alpha-beta of checkers_ab/engine/kernel.py once more, in C, as fast as C is written by hand.

   limit perft DEPTH         counts English draughts from the start
   limit alphabeta DEPTH     searches it, pieces at the last ply, no table

   Both print the result, the positions that count for the rate, and the seconds. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t set;

static const set BOARD = 0x7FBFDFEFF, FAR_ROWS = 0x78000000F;
static const int LOST = -1000;
static uint64_t nodes;

/* A position: the side to move and the other one, what goes up and what goes down; a king does both. */
#define POSITION set ups, set downs, set foe_ups, set foe_downs
#define SAME ups, downs, foe_ups, foe_downs

/* The position of the other side after a move; `left` are its pieces that were not jumped. */
#define AFTER(here, there, left) foe_ups & (left), foe_downs & (left), moved(ups, here, there), moved(downs, here, there)

static inline set moved(set pieces, set here, set there) {
    return there & FAR_ROWS ? (pieces & ~here) | there : pieces & here ? (pieces ^ here) | there : pieces;
}

static inline set jumpers(set ups, set downs, set enemy, set empty) {
    return (ups & enemy << 5 & empty << 10) | (ups & enemy << 4 & empty << 8)
         | (downs & enemy >> 4 & empty >> 8) | (downs & enemy >> 5 & empty >> 10);
}

#define FOR_EACH(bit, bits) for (set rest_ = (bits), bit; bit = rest_ & -rest_, rest_; rest_ ^= bit)

/* Tries the jumps from `there` with JUMP(over, to), if the piece may go that way. */
#define FOR_EACH_JUMP(JUMP) \
    if (up && there >> 5 & left && there >> 10 & empty) JUMP(there >> 5, there >> 10) \
    if (up && there >> 4 & left && there >> 8 & empty) JUMP(there >> 4, there >> 8) \
    if (down && there << 4 & left && there << 8 & empty) JUMP(there << 4, there << 8) \
    if (down && there << 5 & left && there << 10 & empty) JUMP(there << 5, there << 10)

/* The chains of one piece, counted without playing them. */
static uint64_t count_chains(set there, int up, int down, set left, set empty) {
    uint64_t total = 0;
#define JUMP(over, to) total += !(up && down) && (to) & FAR_ROWS ? 1 : count_chains(to, up, down, left & ~(over), empty);
    FOR_EACH_JUMP(JUMP)
#undef JUMP
    return total ? total : 1;
}

/* The legal moves, in bulk: one count of bits for each direction. A jump counts as one move if none can go on; that is
   seen from the squares on which they end, and only otherwise each chain is followed. */
static inline uint64_t count_moves(POSITION) {
    set enemy = foe_ups | foe_downs, empty = BOARD & ~(ups | downs | enemy);
    set over_up_left = enemy << 5 & empty << 10, over_up_right = enemy << 4 & empty << 8;
    set over_down_left = enemy >> 4 & empty >> 8, over_down_right = enemy >> 5 & empty >> 10;
    set up_left = ups & over_up_left, up_right = ups & over_up_right;
    set down_left = downs & over_down_left, down_right = downs & over_down_right;
    set jumping = up_left | up_right | down_left | down_right;
    if (!jumping) {
        up_left = ups & empty << 5, up_right = ups & empty << 4;
        down_left = downs & empty >> 4, down_right = downs & empty >> 5;
    } else {
        set kings = ups & downs;
        set up_ends = up_left >> 10 | up_right >> 8, down_ends = down_left << 8 | down_right << 10;
        set king_ends = (up_left & kings) >> 10 | (up_right & kings) >> 8;
        set king_down_ends = (down_left & kings) << 8 | (down_right & kings) << 10;
        if (((up_ends | king_down_ends) & (over_up_left | over_up_right))
            | ((down_ends | king_ends) & (over_down_left | over_down_right))) {
            uint64_t total = 0;
            FOR_EACH(here, jumping) total += count_chains(here, !!(ups & here), !!(downs & here), enemy, empty | here);
            return total;
        }
    }
    return __builtin_popcountll(up_left) + __builtin_popcountll(up_right) + __builtin_popcountll(down_left)
         + __builtin_popcountll(down_right);
}

static uint64_t perft(POSITION, int depth);

/* Below a move: the last ply is counted, not played. */
static inline uint64_t below(POSITION, int depth) { return depth == 2 ? count_moves(SAME) : perft(SAME, depth - 1); }

static uint64_t perft_chain(POSITION, set here, set there, int up, int down, set left, set empty, int depth) {
    uint64_t total = 0;
    int further = 0;
#define JUMP(over, to) { \
        further = 1; \
        if (!(up && down) && (to) & FAR_ROWS) total += below(AFTER(here, to, left & ~(over)), depth); \
        else total += perft_chain(SAME, here, to, up, down, left & ~(over), empty, depth); }
    FOR_EACH_JUMP(JUMP)
#undef JUMP
    return further ? total : below(AFTER(here, there, left), depth);
}

static uint64_t perft(POSITION, int depth) {
    if (depth == 1) return count_moves(SAME);
    set enemy = foe_ups | foe_downs, empty = BOARD & ~(ups | downs | enemy);
    set jumping = jumpers(ups, downs, enemy, empty);
    uint64_t total = 0;
    if (jumping) {
        FOR_EACH(here, jumping)
            total += perft_chain(SAME, here, here, !!(ups & here), !!(downs & here), enemy, empty | here, depth);
        return total;
    }
    FOR_EACH(here, ups & empty << 5) total += below(AFTER(here, here >> 5, enemy), depth);
    FOR_EACH(here, ups & empty << 4) total += below(AFTER(here, here >> 4, enemy), depth);
    FOR_EACH(here, downs & empty >> 4) total += below(AFTER(here, here << 4, enemy), depth);
    FOR_EACH(here, downs & empty >> 5) total += below(AFTER(here, here << 5, enemy), depth);
    return total;
}

static int alpha_beta(POSITION, int depth, int alpha, int beta);

static inline int better(POSITION, int depth, int alpha, int beta, int best) {
    int value = -alpha_beta(SAME, depth - 1, -beta, -(best > alpha ? best : alpha));
    return value > best ? value : best;
}

static int best_chain(POSITION, set here, set there, int up, int down, set left, set empty, int depth, int alpha,
                      int beta, int best) {
    int further = 0;
#define JUMP(over, to) { \
        further = 1; \
        if (!(up && down) && (to) & FAR_ROWS) \
            best = better(AFTER(here, to, left & ~(over)), depth, alpha, beta, best); \
        else best = best_chain(SAME, here, to, up, down, left & ~(over), empty, depth, alpha, beta, best); \
        if (best >= beta) return best; }
    FOR_EACH_JUMP(JUMP)
#undef JUMP
    return further ? best : better(AFTER(here, there, left), depth, alpha, beta, best);
}

static int alpha_beta(POSITION, int depth, int alpha, int beta) {
    nodes++;
    set enemy = foe_ups | foe_downs, empty = BOARD & ~(ups | downs | enemy);
    set jumping = jumpers(ups, downs, enemy, empty);
    set up_left = ups & empty << 5, up_right = ups & empty << 4;
    set down_left = downs & empty >> 4, down_right = downs & empty >> 5;
    if (depth == 0 && (jumping | up_left | up_right | down_left | down_right))
        return __builtin_popcountll(ups) + __builtin_popcountll(downs) - __builtin_popcountll(foe_ups)
             - __builtin_popcountll(foe_downs);
    int best = LOST;
    if (jumping) {
        FOR_EACH(here, jumping) {
            best = best_chain(SAME, here, here, !!(ups & here), !!(downs & here), enemy, empty | here, depth, alpha,
                              beta, best);
            if (best >= beta) return best;
        }
        return best;
    }
#define STEPS(pieces, to) FOR_EACH(here, pieces) { \
        best = better(AFTER(here, to, enemy), depth, alpha, beta, best); \
        if (best >= beta) return best; }
    STEPS(up_left, here >> 5)
    STEPS(up_right, here >> 4)
    STEPS(down_left, here << 4)
    STEPS(down_right, here << 5)
    return best;
}

int main(int count, char **words) {
    if (count != 3) return 2;
    set bill = 0x1EFF, alice = 0x7FBC00000;
    int depth = atoi(words[2]);
    int64_t result;
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    if (!strcmp(words[1], "perft")) result = nodes = perft(0, bill, alice, 0, depth);
    else result = alpha_beta(0, bill, alice, 0, depth, LOST, -LOST);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds = end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec);
    printf("%" PRId64 " %" PRIu64 " %.6f\n", result, nodes, seconds);
    return 0;
}
