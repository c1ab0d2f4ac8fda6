/* cc -std=c99 -I crates/marker/include crates/marker/examples/marked.c -o marked */
#include "probity_marker.h"

#include <sys/wait.h>

int main(int argc, char **argv)
{
    struct probity_window window;
    uint64_t sum = 0, i;
    char text[32];
    int round;

    probity_identify("marked-c", "1");
    probity_ready();
    probity_provenance("rows", "all");
    probity_phase("scan");
    for (round = 0; round < 2; round++) {
        window = probity_window_start("scan");
        for (i = 0; i < 1000; i++)
            sum += i * i;
        if (argc > 1 && strcmp(argv[1], "fork") == 0 && round == 0) {
            pid_t child = fork();
            if (child == 0) {
                probity_window_end(window); /* Its parent's: nothing is said. */
                probity_window_end(probity_window_start("child"));
                _exit(0);
            }
            waitpid(child, NULL, 0);
        }
        probity_window_end(window);
    }
    probity_work("rows", 2000);
    snprintf(text, sizeof text, "%llx", (unsigned long long)sum);
    probity_checksum(text);
    probity_counter("rounds", "count", PROBITY_COUNTER, 2);
    probity_result(text);
    return 0;
}
