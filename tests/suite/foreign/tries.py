"""A bot that tries what a jail refuses, and keeps every refusal to itself: `tries.py [MODE]`.

Whatever it is refused, it plays the first legal action it is shown. `flood`: it tries
thousands of things before it plays; `once`: it fails over the first.
"""

import ctypes
import os
import signal
import socket
import sys

from dudo import Bot, run

MODE = sys.argv[1] if len(sys.argv) > 1 else ""
libc = ctypes.CDLL(None, use_errno=True)


def quietly(deed):
    try:
        deed()
    except OSError:
        pass


def write(path):
    with open(path, "w") as file:
        file.write("here")


def fork():
    if os.fork() == 0:
        os._exit(0)


class Tries(Bot):
    def act(self, view):
        if not MODE:
            for deed in [
                lambda: open("/etc/passwd").close(),
                lambda: write("/usr/of-a-bot"),
                lambda: write("beside-the-script"),
                lambda: os.mkdir(os.environ["HOME"] + "/deep"),
                lambda: os.listdir("/tmp"),
                lambda: os.unlink("/etc/hosts"),
                lambda: os.rename("bot.py", "/var/stolen"),
                lambda: os.chmod("/etc/hosts", 0o777),
                lambda: socket.create_connection(("192.0.2.1", 80), timeout=1),
                lambda: socket.socket(socket.AF_UNIX),
                fork,
                lambda: os.kill(os.getppid(), signal.SIGKILL),
                lambda: libc.ptrace(16, os.getppid(), 0, 0),
                os.setsid,
            ]:
                quietly(deed)
            # Granted: no attempt.
            write(os.environ["HOME"] + "/notes")
            os.unlink(os.environ["HOME"] + "/notes")
            quietly(lambda: open("/usr/lib/os-release").close())
        return view.legal[0]


quietly(lambda: open("/proc/1/environ").close())
if MODE == "flood":
    for number in range(1000):
        quietly(lambda: open(f"/nowhere/{number}").close())
        quietly(lambda: open("/etc/passwd").close())
elif MODE == "once":
    open("/etc/passwd").close()
run(Tries)
