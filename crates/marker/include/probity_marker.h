/*
 * What a measured program says of itself, in C99 for POSIX systems: one header, no allocation.
 * The protocol is docs/spec/protocol.md; the calls are those of the Rust crate probity-marker.
 *
 * Include it before any system header, or define _POSIX_C_SOURCE as 200809L or more yourself.
 * Without PROBITY_FD and PROBITY_NONCE every call is a load and a branch. A write waits while the
 * pipe is full; the reader goes on reading until the end. The state is weak (GCC, Clang), so that
 * all translation units of a program share one.
 *
 * Texts need not be UTF-8: a byte that is no part of it is said as U+FFFD. Null is said as "".
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef PROBITY_MARKER_H
#define PROBITY_MARKER_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The largest line with its newline: what a pipe of Linux takes in one piece. */
#define PROBITY_LINE_BYTES 4096

/* What sort of quantity a counter is. */
#define PROBITY_COUNTER "counter"
#define PROBITY_GAUGE "gauge"
#define PROBITY_HIGH_WATER "high_water"
#define PROBITY_DURATION "duration"

/* What became of a call. */
enum probity_outcome {
    PROBITY_SENT,    /* The line is in the pipe. */
    PROBITY_ABSENT,  /* Nobody measures: nothing was done. */
    PROBITY_REFUSED, /* It would be too long; an error that says so was sent in its place. */
    PROBITY_FAILED   /* The pipe did not take it: its reader is gone, and SIGPIPE is ignored here. By
                        default that signal ends the program. */
};

/* A window: 0 where nothing was sent. A forked child must not end its parent's. */
struct probity_window {
    uint64_t id;
    long pid;
};

/* ---- State. Only what starts with probity_ and has no trailing underscore is for callers. ---- */

#define PROBITY_SHARED_ __attribute__((weak))
PROBITY_SHARED_ int probity_fd_ = -2; /* -2: not asked yet; -1: nobody measures */
PROBITY_SHARED_ long probity_greeted_ = 0;
PROBITY_SHARED_ uint64_t probity_next_ = 0;
PROBITY_SHARED_ char probity_nonce_[129];
PROBITY_SHARED_ const char *probity_program_ = "unnamed";
PROBITY_SHARED_ const char *probity_revision_ = NULL;

/* ---- Lines. ---- */

struct probity_line_ {
    char bytes[PROBITY_LINE_BYTES];
    size_t length;
    int fits;
};

static inline void probity_put_(struct probity_line_ *line, const char *bytes, size_t length)
{
    if (!line->fits || length > sizeof line->bytes - line->length) {
        line->fits = 0;
        return;
    }
    memcpy(line->bytes + line->length, bytes, length);
    line->length += length;
}

static inline void probity_puts_(struct probity_line_ *line, const char *text)
{
    probity_put_(line, text, strlen(text));
}

/* How many bytes from here are one character; 0 where they are none (RFC 3629). */
static inline size_t probity_utf8_(const unsigned char *at)
{
    size_t length, i;
    unsigned char low = 0x80, high = 0xbf;
    if (at[0] < 0x80)
        return 1;
    if (at[0] >= 0xc2 && at[0] <= 0xdf)
        length = 2;
    else if (at[0] >= 0xe0 && at[0] <= 0xef)
        length = 3;
    else if (at[0] >= 0xf0 && at[0] <= 0xf4)
        length = 4;
    else
        return 0;
    if (at[0] == 0xe0)
        low = 0xa0;
    if (at[0] == 0xed)
        high = 0x9f;
    if (at[0] == 0xf0)
        low = 0x90;
    if (at[0] == 0xf4)
        high = 0x8f;
    /* The text ends with a zero byte, which continues no character: nothing is read beyond it. */
    for (i = 1; i < length; i++) {
        if (at[i] < low || at[i] > high)
            return 0;
        low = 0x80;
        high = 0xbf;
    }
    return length;
}

static inline void probity_text_(struct probity_line_ *line, const char *key, const char *text)
{
    const unsigned char *at = (const unsigned char *)(text != NULL ? text : "");
    probity_puts_(line, ",\"");
    probity_puts_(line, key);
    probity_puts_(line, "\":\"");
    while (*at != 0) {
        size_t length = probity_utf8_(at);
        if (length == 0) {
            probity_puts_(line, "\\ufffd");
            length = 1;
        } else if (*at == '"' || *at == '\\') {
            probity_puts_(line, "\\");
            probity_put_(line, (const char *)at, 1);
        } else if (*at < 0x20) {
            char escape[8];
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*at);
            probity_puts_(line, escape);
        } else {
            probity_put_(line, (const char *)at, length);
        }
        at += length;
    }
    probity_puts_(line, "\"");
}

static inline void probity_number_(struct probity_line_ *line, const char *key, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    probity_puts_(line, ",\"");
    probity_puts_(line, key);
    probity_puts_(line, "\":");
    probity_puts_(line, text);
}

static inline void probity_begin_(struct probity_line_ *line, const char *kind)
{
    line->length = 0;
    line->fits = 1;
    probity_puts_(line, "{\"type\":\"");
    probity_puts_(line, kind);
    probity_puts_(line, "\"");
}

/* Finishes the line and writes it with one call. */
static inline enum probity_outcome probity_write_(struct probity_line_ *line)
{
    ssize_t written;
    probity_number_(line, "pid", (uint64_t)getpid());
    probity_puts_(line, "}\n");
    if (!line->fits)
        return PROBITY_REFUSED;
    do {
        written = write(probity_fd_, line->bytes, line->length);
    } while (written < 0 && errno == EINTR);
    return written == (ssize_t)line->length ? PROBITY_SENT : PROBITY_FAILED;
}

/* ---- The pipe. ---- */

/* Opens what the variables name anew: nobody else's flags reach our writes, and no program that we
 * execute inherits it. Anything but a pipe is left alone. */
static inline int probity_open_(void)
{
    const char *number = getenv("PROBITY_FD"), *nonce = getenv("PROBITY_NONCE");
    char path[48];
    struct stat status;
    size_t digits;
    int opened = -1;
    if (number == NULL || nonce == NULL || *nonce == 0 || strlen(nonce) > 128)
        return -1;
    digits = strspn(number, "0123456789");
    if (digits == 0 || digits > 10 || number[digits] != 0)
        return -1;
    snprintf(path, sizeof path, "/proc/self/fd/%s", number);
    if (stat(path, &status) == 0 && S_ISFIFO(status.st_mode))
        opened = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    /* Kept for forked children: the program may clear its environment. */
    memcpy(probity_nonce_, nonce, strlen(nonce) + 1);
    return opened;
}

static inline int probity_is_connected(void)
{
    if (probity_fd_ == -2)
        probity_fd_ = probity_open_();
    return probity_fd_ >= 0;
}

/* A forked child finds its parent's process id here, and says a hello of its own. */
static inline void probity_greet_(void)
{
    struct probity_line_ line;
    if (probity_greeted_ == (long)getpid())
        return;
    probity_begin_(&line, "hello");
    probity_number_(&line, "protocol", 1);
    probity_text_(&line, "program", probity_program_);
    probity_text_(&line, "nonce", probity_nonce_);
    if (probity_revision_ != NULL)
        probity_text_(&line, "revision", probity_revision_);
    probity_write_(&line);
    probity_greeted_ = (long)getpid();
}

/* Sends a line, or an error in its place. */
static inline enum probity_outcome probity_send_(struct probity_line_ *line, const char *kind)
{
    char text[96];
    enum probity_outcome outcome;
    probity_greet_();
    outcome = probity_write_(line);
    if (outcome == PROBITY_REFUSED) {
        snprintf(text, sizeof text, "cannot say '%s': the line would be too long", kind);
        probity_begin_(line, "error");
        probity_text_(line, "message", text);
        probity_write_(line);
    }
    return outcome;
}

static inline uint64_t probity_now_(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0; /* POSIX gives it no reason to fail for this clock. */
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline enum probity_outcome probity_say_(const char *kind, const char *key, const char *text)
{
    struct probity_line_ line;
    if (!probity_is_connected())
        return PROBITY_ABSENT;
    probity_begin_(&line, kind);
    if (key != NULL)
        probity_text_(&line, key, text);
    return probity_send_(&line, kind);
}

/* ---- The calls. With threads, make the first of them before the second thread starts. ---- */

/* Names the program before its first message. The texts must live as long as the program. */
static inline void probity_identify(const char *program, const char *revision)
{
    probity_program_ = program != NULL && *program != 0 ? program : "unnamed";
    probity_revision_ = revision;
}

/* Start-up is over. */
static inline enum probity_outcome probity_ready(void)
{
    return probity_say_("ready", NULL, NULL);
}

/* A window begins. */
static inline struct probity_window probity_window_start(const char *name)
{
    struct probity_window window = {0, 0};
    struct probity_line_ line;
    uint64_t id;
    if (!probity_is_connected())
        return window;
    id = __atomic_add_fetch(&probity_next_, 1, __ATOMIC_RELAXED);
    probity_begin_(&line, "window_start");
    probity_text_(&line, "name", name);
    probity_number_(&line, "id", id);
    probity_number_(&line, "t_ns", probity_now_());
    if (probity_send_(&line, "window_start") == PROBITY_SENT) {
        window.id = id;
        window.pid = (long)getpid();
    }
    return window;
}

/* It ends, once. */
static inline enum probity_outcome probity_window_end(struct probity_window window)
{
    struct probity_line_ line;
    uint64_t now;
    if (window.id == 0 || !probity_is_connected() || window.pid != (long)getpid())
        return PROBITY_ABSENT;
    now = probity_now_();
    probity_begin_(&line, "window_end");
    probity_number_(&line, "id", window.id);
    probity_number_(&line, "t_ns", now);
    return probity_send_(&line, "window_end");
}

/* Another phase begins, and the one before ends. */
static inline enum probity_outcome probity_phase(const char *name)
{
    struct probity_line_ line;
    if (!probity_is_connected())
        return PROBITY_ABSENT;
    probity_begin_(&line, "phase");
    probity_text_(&line, "name", name);
    probity_number_(&line, "t_ns", probity_now_());
    return probity_send_(&line, "phase");
}

/* So many units ("rows") of work were done. */
static inline enum probity_outcome probity_work(const char *units, uint64_t count)
{
    struct probity_line_ line;
    if (!probity_is_connected())
        return PROBITY_ABSENT;
    probity_begin_(&line, "work");
    probity_text_(&line, "units", units);
    probity_number_(&line, "count", count);
    return probity_send_(&line, "work");
}

/* What the outcome of the work amounts to: equal work has an equal checksum. */
static inline enum probity_outcome probity_checksum(const char *value)
{
    return probity_say_("checksum", "value", value);
}

/* A number that the program counted; kind is one of PROBITY_COUNTER and its like. */
static inline enum probity_outcome probity_counter(const char *name, const char *unit,
                                                   const char *kind, uint64_t value)
{
    struct probity_line_ line;
    if (!probity_is_connected())
        return PROBITY_ABSENT;
    probity_begin_(&line, "counter");
    probity_text_(&line, "name", name);
    probity_text_(&line, "unit", unit);
    probity_text_(&line, "kind", kind);
    probity_number_(&line, "value", value);
    return probity_send_(&line, "counter");
}

/* Something that the numbers depend on and the command does not show; under one name always the
   same. */
static inline enum probity_outcome probity_provenance(const char *name, const char *value)
{
    struct probity_line_ line;
    if (!probity_is_connected())
        return PROBITY_ABSENT;
    probity_begin_(&line, "provenance");
    probity_text_(&line, "name", name);
    probity_text_(&line, "value", value);
    return probity_send_(&line, "provenance");
}

/* The program's answer; to be said once. */
static inline enum probity_outcome probity_result(const char *value)
{
    return probity_say_("result", "value", value);
}

/* Something went wrong. */
static inline enum probity_outcome probity_error(const char *message)
{
    return probity_say_("error", "message", message);
}

#endif
