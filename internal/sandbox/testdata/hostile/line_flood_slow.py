# little output, for ever
import sys, time
while True: print("x", flush=True); time.sleep(0.01)
