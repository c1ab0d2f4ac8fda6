//! The system calls of Linux, with their numbers on x86-64, arm64 and riscv64.
//!
//! Names and numbers are facts of the kernel's interface: those of `__NR_*` in the headers
//! asm/unistd_64.h and asm-generic/unistd.h (Debian's linux-libc-dev 6.1, for both architectures),
//! and of later kernels up to 6.18 from arch/x86/entry/syscalls/syscall_64.tbl and
//! scripts/syscall.tbl. riscv64 has those of arm64 but `renameat`, and two of its own. What no
//! kernel implements any more (`uselib`, `lookup_dcookie` and the like) is left out. The headers
//! are under "GPL-2.0 WITH Linux-syscall-note"; nothing of them but names and numbers is here.

/// How many architectures there are columns for.
pub(super) const ARCHITECTURES: usize = 3;

/// One system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    /// The id of its metric.
    pub(super) id: &'static str,
    pub(super) summary: &'static str,
    /// Its number on x86-64, arm64 and riscv64, where it exists there.
    pub(super) numbers: [Option<u16>; ARCHITECTURES],
}

impl Call {
    /// Its name, as the kernel has it.
    pub(super) fn name(&self) -> &'static str {
        self.id.split_once('.').map_or(self.id, |(_, name)| name)
    }
}

macro_rules! number {
    (_) => {
        None
    };
    ($number:literal) => {
        Some($number)
    };
}

macro_rules! calls {
    ($($name:ident $x86:tt $arm:tt $riscv:tt,)*) => {
        /// All of them, by name.
        pub(super) const CALLS: &[Call] = &[$(Call {
            id: concat!("syscalls.", stringify!($name)),
            summary: concat!("system calls `", stringify!($name), "`"),
            numbers: [number!($x86), number!($arm), number!($riscv)],
        }),*];
    };
}

// Name, x86-64, arm64, riscv64; `_` where there is none.
calls! {
    accept 43 202 202, accept4 288 242 242, access 21 _ _, acct 163 89 89, add_key 248 217 217,
    adjtimex 159 171 171, alarm 37 _ _, arch_prctl 158 _ _, bind 49 200 200, bpf 321 280 280,
    brk 12 214 214, cachestat 451 451 451, capget 125 90 90, capset 126 91 91, chdir 80 49 49,
    chmod 90 _ _, chown 92 _ _, chroot 161 51 51, clock_adjtime 305 266 266,
    clock_getres 229 114 114, clock_gettime 228 113 113, clock_nanosleep 230 115 115,
    clock_settime 227 112 112, clone 56 220 220, clone3 435 435 435, close 3 57 57,
    close_range 436 436 436, connect 42 203 203, copy_file_range 326 285 285, creat 85 _ _,
    delete_module 176 106 106, dup 32 23 23, dup2 33 _ _, dup3 292 24 24, epoll_create 213 _ _,
    epoll_create1 291 20 20, epoll_ctl 233 21 21, epoll_pwait 281 22 22, epoll_pwait2 441 441 441,
    epoll_wait 232 _ _, eventfd 284 _ _, eventfd2 290 19 19, execve 59 221 221,
    execveat 322 281 281, exit 60 93 93, exit_group 231 94 94, faccessat 269 48 48,
    faccessat2 439 439 439, fadvise64 221 223 223, fallocate 285 47 47, fanotify_init 300 262 262,
    fanotify_mark 301 263 263, fchdir 81 50 50, fchmod 91 52 52, fchmodat 268 53 53,
    fchmodat2 452 452 452, fchown 93 55 55, fchownat 260 54 54, fcntl 72 25 25,
    fdatasync 75 83 83, fgetxattr 193 10 10, file_getattr 468 468 468, file_setattr 469 469 469,
    finit_module 313 273 273, flistxattr 196 13 13, flock 73 32 32, fork 57 _ _,
    fremovexattr 199 16 16, fsconfig 431 431 431, fsetxattr 190 7 7, fsmount 432 432 432,
    fsopen 430 430 430, fspick 433 433 433, fstat 5 80 80, fstatfs 138 44 44, fsync 74 82 82,
    ftruncate 77 46 46, futex 202 98 98, futex_requeue 456 456 456, futex_wait 455 455 455,
    futex_waitv 449 449 449, futex_wake 454 454 454, futimesat 261 _ _, get_mempolicy 239 236 236,
    get_robust_list 274 100 100, getcpu 309 168 168, getcwd 79 17 17, getdents 78 _ _,
    getdents64 217 61 61, getegid 108 177 177, geteuid 107 175 175, getgid 104 176 176,
    getgroups 115 158 158, getitimer 36 102 102, getpeername 52 205 205, getpgid 121 155 155,
    getpgrp 111 _ _, getpid 39 172 172, getppid 110 173 173, getpriority 140 141 141,
    getrandom 318 278 278, getresgid 120 150 150, getresuid 118 148 148, getrlimit 97 163 163,
    getrusage 98 165 165, getsid 124 156 156, getsockname 51 204 204, getsockopt 55 209 209,
    gettid 186 178 178, gettimeofday 96 169 169, getuid 102 174 174, getxattr 191 8 8,
    getxattrat 464 464 464, init_module 175 105 105, inotify_add_watch 254 27 27,
    inotify_init 253 _ _, inotify_init1 294 26 26, inotify_rm_watch 255 28 28, io_cancel 210 3 3,
    io_destroy 207 1 1, io_getevents 208 4 4, io_pgetevents 333 292 292, io_setup 206 0 0,
    io_submit 209 2 2, io_uring_enter 426 426 426, io_uring_register 427 427 427,
    io_uring_setup 425 425 425, ioctl 16 29 29, ioperm 173 _ _, iopl 172 _ _,
    ioprio_get 252 31 31, ioprio_set 251 30 30, kcmp 312 272 272, kexec_file_load 320 294 294,
    kexec_load 246 104 104, keyctl 250 219 219, kill 62 129 129, landlock_add_rule 445 445 445,
    landlock_create_ruleset 444 444 444, landlock_restrict_self 446 446 446, lchown 94 _ _,
    lgetxattr 192 9 9, link 86 _ _, linkat 265 37 37, listen 50 201 201, listmount 458 458 458,
    listxattr 194 11 11, listxattrat 465 465 465, llistxattr 195 12 12, lremovexattr 198 15 15,
    lseek 8 62 62, lsetxattr 189 6 6, lsm_get_self_attr 459 459 459, lsm_list_modules 461 461 461,
    lsm_set_self_attr 460 460 460, lstat 6 _ _, madvise 28 233 233, map_shadow_stack 453 453 453,
    mbind 237 235 235, membarrier 324 283 283, memfd_create 319 279 279, memfd_secret 447 447 447,
    migrate_pages 256 238 238, mincore 27 232 232, mkdir 83 _ _, mkdirat 258 34 34, mknod 133 _ _,
    mknodat 259 33 33, mlock 149 228 228, mlock2 325 284 284, mlockall 151 230 230,
    mmap 9 222 222, modify_ldt 154 _ _, mount 165 40 40, mount_setattr 442 442 442,
    move_mount 429 429 429, move_pages 279 239 239, mprotect 10 226 226,
    mq_getsetattr 245 185 185, mq_notify 244 184 184, mq_open 240 180 180,
    mq_timedreceive 243 183 183, mq_timedsend 242 182 182, mq_unlink 241 181 181,
    mremap 25 216 216, mseal 462 462 462, msgctl 71 187 187, msgget 68 186 186, msgrcv 70 188 188,
    msgsnd 69 189 189, msync 26 227 227, munlock 150 229 229, munlockall 152 231 231,
    munmap 11 215 215, name_to_handle_at 303 264 264, nanosleep 35 101 101, newfstatat 262 79 79,
    open 2 _ _, open_by_handle_at 304 265 265, open_tree 428 428 428, open_tree_attr 467 467 467,
    openat 257 56 56, openat2 437 437 437, pause 34 _ _, perf_event_open 298 241 241,
    personality 135 92 92, pidfd_getfd 438 438 438, pidfd_open 434 434 434,
    pidfd_send_signal 424 424 424, pipe 22 _ _, pipe2 293 59 59, pivot_root 155 41 41,
    pkey_alloc 330 289 289, pkey_free 331 290 290, pkey_mprotect 329 288 288, poll 7 _ _,
    ppoll 271 73 73, prctl 157 167 167, pread64 17 67 67, preadv 295 69 69, preadv2 327 286 286,
    prlimit64 302 261 261, process_madvise 440 440 440, process_mrelease 448 448 448,
    process_vm_readv 310 270 270, process_vm_writev 311 271 271, pselect6 270 72 72,
    ptrace 101 117 117, pwrite64 18 68 68, pwritev 296 70 70, pwritev2 328 287 287,
    quotactl 179 60 60, quotactl_fd 443 443 443, read 0 63 63, readahead 187 213 213,
    readlink 89 _ _, readlinkat 267 78 78, readv 19 65 65, reboot 169 142 142,
    recvfrom 45 207 207, recvmmsg 299 243 243, recvmsg 47 212 212, remap_file_pages 216 234 234,
    removexattr 197 14 14, removexattrat 466 466 466, rename 82 _ _, renameat 264 38 _,
    renameat2 316 276 276, request_key 249 218 218, restart_syscall 219 128 128,
    riscv_flush_icache _ _ 259, riscv_hwprobe _ _ 258, rmdir 84 _ _, rseq 334 293 293,
    rt_sigaction 13 134 134, rt_sigpending 127 136 136, rt_sigprocmask 14 135 135,
    rt_sigqueueinfo 129 138 138, rt_sigreturn 15 139 139, rt_sigsuspend 130 133 133,
    rt_sigtimedwait 128 137 137, rt_tgsigqueueinfo 297 240 240,
    sched_get_priority_max 146 125 125, sched_get_priority_min 147 126 126,
    sched_getaffinity 204 123 123, sched_getattr 315 275 275, sched_getparam 143 121 121,
    sched_getscheduler 145 120 120, sched_rr_get_interval 148 127 127,
    sched_setaffinity 203 122 122, sched_setattr 314 274 274, sched_setparam 142 118 118,
    sched_setscheduler 144 119 119, sched_yield 24 124 124, seccomp 317 277 277, select 23 _ _,
    semctl 66 191 191, semget 64 190 190, semop 65 193 193, semtimedop 220 192 192,
    sendfile 40 71 71, sendmmsg 307 269 269, sendmsg 46 211 211, sendto 44 206 206,
    set_mempolicy 238 237 237, set_mempolicy_home_node 450 450 450, set_robust_list 273 99 99,
    set_tid_address 218 96 96, setdomainname 171 162 162, setfsgid 123 152 152,
    setfsuid 122 151 151, setgid 106 144 144, setgroups 116 159 159, sethostname 170 161 161,
    setitimer 38 103 103, setns 308 268 268, setpgid 109 154 154, setpriority 141 140 140,
    setregid 114 143 143, setresgid 119 149 149, setresuid 117 147 147, setreuid 113 145 145,
    setrlimit 160 164 164, setsid 112 157 157, setsockopt 54 208 208, settimeofday 164 170 170,
    setuid 105 146 146, setxattr 188 5 5, setxattrat 463 463 463, shmat 30 196 196,
    shmctl 31 195 195, shmdt 67 197 197, shmget 29 194 194, shutdown 48 210 210,
    sigaltstack 131 132 132, signalfd 282 _ _, signalfd4 289 74 74, socket 41 198 198,
    socketpair 53 199 199, splice 275 76 76, stat 4 _ _, statfs 137 43 43, statmount 457 457 457,
    statx 332 291 291, swapoff 168 225 225, swapon 167 224 224, symlink 88 _ _,
    symlinkat 266 36 36, sync 162 81 81, sync_file_range 277 84 84, syncfs 306 267 267,
    sysfs 139 _ _, sysinfo 99 179 179, syslog 103 116 116, tee 276 77 77, tgkill 234 131 131,
    time 201 _ _, timer_create 222 107 107, timer_delete 226 111 111,
    timer_getoverrun 225 109 109, timer_gettime 224 108 108, timer_settime 223 110 110,
    timerfd_create 283 85 85, timerfd_gettime 287 87 87, timerfd_settime 286 86 86,
    times 100 153 153, tkill 200 130 130, truncate 76 45 45, umask 95 166 166, umount2 166 39 39,
    uname 63 160 160, unlink 87 _ _, unlinkat 263 35 35, unshare 272 97 97, uprobe 336 _ _,
    uretprobe 335 _ _, userfaultfd 323 282 282, ustat 136 _ _, utime 132 _ _, utimensat 280 88 88,
    utimes 235 _ _, vfork 58 _ _, vhangup 153 58 58, vmsplice 278 75 75, wait4 61 260 260,
    waitid 247 95 95, write 1 64 64, writev 20 66 66,
}
