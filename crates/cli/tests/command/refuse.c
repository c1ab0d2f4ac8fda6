/* refuse NUMBER ERRNO PROGRAM ARGUMENTS...: runs the program under a seccomp filter that answers
 * one system call with that errno, as container runtimes do for calls they do not know. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int count, char **words)
{
    if (count < 4)
        return 100;
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)atoi(words[1]), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)atoi(words[2])),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return 101;
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        return 102;
    execv(words[3], words + 3);
    return 103;
}
