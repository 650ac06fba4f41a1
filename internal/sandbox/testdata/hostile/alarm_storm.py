# timers that go off without end
import signal, time
signal.signal(signal.SIGALRM, lambda *a: None)
signal.setitimer(signal.ITIMER_REAL, 0.00001, 0.00001)
while True: time.sleep(1)
