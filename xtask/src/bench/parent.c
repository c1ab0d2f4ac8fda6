/*
 * Starts a program and prints its peak memory in KiB (ru_maxrss of wait4 on Linux). Linked
 * statically, so that the pages a child has before exec, which count towards its peak, are few.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	pid_t child;

	if (argc < 2)
		return 2;
	child = fork();
	if (child == 0) {
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
		return 1;
	printf("%ld\n", usage.ru_maxrss);
	return 0;
}
