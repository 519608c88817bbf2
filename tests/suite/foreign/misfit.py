"""A bot that misbehaves: `misfit.py MODE [N]`.

It plays the first legal action it is shown until its N-th decision (default 1,
counted over its whole life), then does what the mode says. It speaks the protocol
by hand, so that it can get everything wrong.
"""

import json
import mmap
import os
import signal
import sys
import time

MODE = sys.argv[1] if len(sys.argv) > 1 else "plain"
WHEN = int(sys.argv[2]) if len(sys.argv) > 2 else 1
decisions = 0


def write(data):
    """Writes bytes to standard output, all of them."""
    while data:
        data = data[os.write(1, data):]


def say(message):
    write(json.dumps(message).encode() + b"\n")


def spin():
    while True:
        pass


def overflow():
    # Unbounded recursion of the interpreter itself, in C.
    import ctypes
    sys.setrecursionlimit(1 << 30)
    kind = ctypes.CFUNCTYPE(None)

    def again():
        kind(again)()

    again()


def eat():
    held = []
    while True:
        held.append(bytearray(1 << 22))


def grandchild():
    """A child in a session of its own, which keeps the pipes open."""
    if os.fork() == 0:
        os.setsid()
        time.sleep(3)
        os._exit(0)


def act(message):
    """The reply to a decision, or the mode's misdeed."""
    action = message["legal"][0] if message.get("legal") else "pass"
    reply = {"id": message["id"], "action": action}
    if decisions != WHEN:
        return reply
    if MODE == "hang":
        time.sleep(10_000)
    elif MODE == "spin":
        spin()
    elif MODE == "illegal":
        reply["action"] = "bid 1x1" if action != "bid 1x1" else "bid 99x6"
    elif MODE == "malformed":
        reply["action"] = "=cmd|'/c calc'!A1"
    elif MODE == "twice":
        say(reply)
    elif MODE == "twice-late":
        say(reply)
        time.sleep(0.01)
    elif MODE == "early":
        say(reply)
        reply["id"] += 1
    elif MODE == "no-newline":
        write(json.dumps(reply).encode())
        time.sleep(10_000)
    elif MODE == "utf8":
        write(b'{"id":%d,"action":"\xff\xfe"}\n' % message["id"])
        return None
    elif MODE == "long":
        write(b"x" * 10_000_000 + b"\n")
        return None
    elif MODE == "long-action":
        reply["action"] = "x" * 5000
    elif MODE == "flood":
        for _ in range(5000):
            os.write(2, b"flood " * 170 + b"\n")
    elif MODE == "close-stdin":
        # In this order: the next request finds it closed, and nobody waits for a reply.
        os.close(0)
        say(reply)
        time.sleep(10_000)
    elif MODE == "close-stdout":
        os.close(1)
        time.sleep(10_000)
    elif MODE == "exit":
        os._exit(7)
    elif MODE == "raise":
        raise KeyError("dice")
    elif MODE == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif MODE == "abort":
        os.abort()
    elif MODE == "overflow":
        overflow()
    elif MODE == "eat":
        eat()
    elif MODE == "reserve":
        # As run times do: addresses that nothing is written to.
        mmap.mmap(-1, 900 << 20, flags=mmap.MAP_PRIVATE, prot=0)
    elif MODE == "take":
        mmap.mmap(-1, 900 << 20, flags=mmap.MAP_PRIVATE)
    elif MODE == "fork":
        for _ in range(8):
            if os.fork() == 0:
                time.sleep(10_000)
    elif MODE == "setsid":
        grandchild()
        time.sleep(10_000)
    elif MODE == "files":
        with open("written-by-misfit", "w") as file:
            file.write("here")
    elif MODE == "patricide":
        os.kill(os.getppid(), signal.SIGKILL)
    elif MODE == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif MODE == "banner":
        write(b"thinking...\n")
    elif MODE == "last-words":
        # The reply stands in the pipe when the process is gone.
        say(reply)
        os._exit(0)
    return reply


def main():
    global decisions
    if MODE == "exit-at-hello":
        sys.exit(3)
    if MODE == "banner-at-hello":
        print("Misfit 1.0 is ready", flush=True)
    if MODE == "hang-at-hello":
        time.sleep(10_000)
    if MODE == "term":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            return
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello" and MODE == "other-game":
            say({"id": message["id"], "games": ["chess"]})
        elif kind == "session" and MODE == "refuse":
            say({"id": message["id"], "error": "refused", "detail": "not with these rules"})
        elif kind == "session" and MODE == "exit-at-session":
            sys.exit(4)
        elif kind == "game" and MODE == "exit-at-game":
            sys.exit(5)
        elif kind == "end" and MODE == "exit-at-end":
            sys.exit(6)
        elif kind == "act":
            decisions += 1
            reply = act(message)
            if reply is not None:
                say(reply)
        else:
            say({"id": message["id"]})


main()
