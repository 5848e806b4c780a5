/* Does not compile. */

#include <stdio.h>

int main(int argc, char **argv)
{
    Board board = read_board(argv[1]);

    /* TODO: the search
    return 0;
}
