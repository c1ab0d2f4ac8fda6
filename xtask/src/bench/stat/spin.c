/* Uses 10 ms of CPU time. */
#include <time.h>

int main(void)
{
	struct timespec used;

	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	while (used.tv_sec == 0 && used.tv_nsec < 10000000);
	return 0;
}
