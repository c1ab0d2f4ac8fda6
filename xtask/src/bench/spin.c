/* A program of known work: so many thousandths of a fixed loop. */
#include <stdlib.h>

int main(int count, char **words)
{
    unsigned long thousandths = count > 1 ? strtoul(words[1], 0, 10) : 0;
    volatile unsigned long sink = 0;
    for (unsigned long part = 0; part < thousandths; part++)
        for (unsigned long step = 0; step < 3000; step++)
            sink += step;
    return 0;
}
