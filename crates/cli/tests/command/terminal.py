# Runs a program on a terminal of its own and passes on what it draws.
#
#   terminal.py COLUMNS[,COLUMNS] PROGRAM ARGUMENTS...
#
# The terminal gets the second width once some lines of progress were drawn; a NUL stands in the
# output at that moment. The exit code is the program's.
import fcntl
import os
import pty
import select
import struct
import sys
import termios

CLEAR = b"\r\x1b[J"
widths = [int(width) for width in sys.argv[1].split(",")]


def resize(descriptor, columns):
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


ready, go = os.pipe()
child, terminal = pty.fork()
if child == 0:
    os.close(go)
    os.read(ready, 1)
    os.execvp(sys.argv[2], sys.argv[2:])
resize(terminal, widths.pop(0))
os.write(go, b"x")

seen = b""
while True:
    if widths and seen.count(CLEAR) >= 4 and not select.select([terminal], [], [], 0)[0]:
        resize(terminal, widths.pop(0))
        seen += b"\0"
    try:
        part = os.read(terminal, 65536)
    except OSError:
        # EIO: the last process on the terminal has closed it.
        break
    if not part:
        break
    seen += part
sys.stdout.buffer.write(seen)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
