/* Crashes: it trusts that there is a third argument. */

#include <stdio.h>

int main(int argc, char **argv)
{
    char *volatile third = argv[argc];

    puts("reading the board");
    return *(volatile char *)third;
}
