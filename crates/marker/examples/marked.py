import json, os, stat, time

def connect():
    fd, nonce = os.environ.get("PROBITY_FD", ""), os.environ.get("PROBITY_NONCE", "")
    path = f"/proc/self/fd/{fd}"
    try:
        if not (fd.isdecimal() and nonce and stat.S_ISFIFO(os.stat(path).st_mode)):
            return lambda type, **fields: None
        pipe = os.open(path, os.O_WRONLY | os.O_APPEND)  # Python opens close-on-exec.
    except OSError:
        return lambda type, **fields: None
    def say(type, **fields):
        line = json.dumps({"type": type, **fields, "pid": os.getpid()}).encode() + b"\n"
        if len(line) <= 4096:
            os.write(pipe, line)
    say("hello", protocol=1, program="marked-python", nonce=nonce, revision="1")
    return say

say = connect()
say("ready")
say("phase", name="scan", t_ns=time.monotonic_ns())
total = 0
for id in (1, 2):
    say("window_start", name="scan", id=id, t_ns=time.monotonic_ns())
    total += sum(i * i for i in range(1000))
    say("window_end", id=id, t_ns=time.monotonic_ns())
say("work", units="rows", count=2000)
say("checksum", value=f"{total:x}")
say("counter", name="rounds", unit="count", kind="counter", value=2)
say("result", value=f"{total:x}")
