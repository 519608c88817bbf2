"""Rebuilds words.bin from the published list, or says that it is what it should be.

    npm pack word-list@4.1.0 && tar xzf word-list-4.1.0.tgz
    python3 words/rebuild.py package/words.txt

Needs Python 3.9, nothing else. The words come as they are published, without
those that need more than 16 faces (Qu is one). Each word is written as the
length of the beginning it shares with the word before it (a byte) and the rest
of its letters with the last one in upper case; the whole is deflated.
"""

import hashlib
import pathlib
import re
import sys
import zlib

SOURCE = "2df02fa8ed82d465482ae40c4f9cb52a713baa1d3bfdce1acb2a5fe30420eea8"
FACES = 16
TARGET = pathlib.Path(__file__).with_name("words.bin")


def main(path: str) -> None:
    data = pathlib.Path(path).read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != SOURCE:
        sys.exit(f"{path} is not words.txt of word-list 4.1.0: its SHA-256 is {found}")
    words = sorted(word for word in data.decode("ascii").split() if re.fullmatch("[a-z]+", word))
    words = [word for word in words if len(word.replace("qu", "q")) <= FACES]
    coded = bytearray()
    before = ""
    for word in words:
        shared = 0
        while shared < len(before) and word[shared] == before[shared]:
            shared += 1
        rest = word[shared:]
        coded.append(shared)
        coded += (rest[:-1] + rest[-1].upper()).encode()
        before = word
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    packed = deflate.compress(bytes(coded)) + deflate.flush()
    TARGET.write_bytes(packed)
    print(f"{len(words)} words, {len(packed)} bytes, SHA-256 {hashlib.sha256(packed).hexdigest()}")


main(sys.argv[1])
