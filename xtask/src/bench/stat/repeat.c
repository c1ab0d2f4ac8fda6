/*
 * repeat TIMES PROGRAM ARGUMENTS: runs a program so many times, one after the other, without
 * output, and prints what the runs took together: CPU time in microseconds (their own and that of
 * the descendants they waited for), elapsed nanoseconds, and the largest peak memory in KiB.
 * Linked statically, and spawning without a copy of its memory: as little around a program as
 * there can be.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static long long microseconds(struct timeval time)
{
	return time.tv_sec * 1000000LL + time.tv_usec;
}

int main(int argc, char **argv)
{
	long long cpu = 0, elapsed = 0;
	long peak = 0;
	posix_spawn_file_actions_t streams;

	if (argc < 3)
		return 2;
	posix_spawn_file_actions_init(&streams);
	posix_spawn_file_actions_addopen(&streams, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&streams, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&streams, 2, "/dev/null", O_WRONLY, 0);
	for (int left = atoi(argv[1]); left > 0; left--) {
		struct rusage usage;
		int status;
		pid_t child;
		long long start = now();

		if (posix_spawnp(&child, argv[2], &streams, NULL, argv + 2, environ) != 0)
			return 3;
		if (wait4(child, &status, 0, &usage) != child)
			return 4;
		elapsed += now() - start;
		if (status != 0)
			return 5;
		cpu += microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
		if (usage.ru_maxrss > peak)
			peak = usage.ru_maxrss;
	}
	printf("%lld %lld %ld\n", cpu, elapsed, peak);
	return 0;
}
