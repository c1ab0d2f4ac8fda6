// A program of a known number of instructions: two in each of ROUNDS rounds, and five more. The
// last of them, the system call that ends it, is retired in user mode too (seen on the arm64 bed).

        .globl  _start
        .text
_start:
#if defined(__aarch64__)
        movz    x9, #(ROUNDS & 0xffff)
        movk    x9, #(ROUNDS >> 16), lsl #16
1:      subs    x9, x9, #1
        b.ne    1b
        mov     x0, #0
        mov     x8, #93                 // exit
        svc     #0
#elif defined(__x86_64__)
        xor     %edi, %edi
        mov     $ROUNDS, %ecx
        xor     %eax, %eax
1:      dec     %ecx
        jnz     1b
        mov     $60, %al                // exit
        syscall
#endif
