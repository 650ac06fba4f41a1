# output that is hard to show: controls, surrogates, very long lines
import os
os.write(1, b"\x1b[31m\x00\xed\xa0\x80\xff" * 1000 + b"\r" * 10000 + "\u202e\u2066\ufeff".encode() * 1000)
