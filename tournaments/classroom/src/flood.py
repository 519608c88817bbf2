"""A bot that writes without end, to its author and to the table.

It speaks the protocol by hand: what a bot of `dudo.py` prints goes to its author alone.
"""

import json
import os
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "act":
        os.write(2, b"flood flood\n" * 100)
        while True:
            os.write(1, b"x" * 65536)
    print(json.dumps({"id": asked["id"]}), flush=True)
