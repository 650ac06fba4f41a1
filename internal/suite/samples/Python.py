# ---- 0 passed: another way than the reference
    trips = 0
    room = 0
    for weight in filter(lambda w: w <= limit, weights):
        if weight > room or trips == 0:
            trips += 1
            room = limit
        room -= weight
    return trips
# ---- 0 wrong_answer: a car that is too heavy still makes a trip
    trips, load = 0, limit + 1
    for weight in weights:
        if load + weight > limit:
            trips, load = trips + 1, 0
        load += weight
    return trips
# ---- 1 passed: ends with text that is cut off, as from a model that went on
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def main():
    print(shelf_label(input()))
# ---- 1 runtime_error: a method that does not exist
    return "-".join(title.lowercase().split())
# ---- 2 passed: noisy but right
    peaks = []
    padded = [float("-inf")] + levels + [float("-inf")]
    for i in range(1, len(padded) - 1):
        print("looking at", padded[i])
        if padded[i - 1] < padded[i] > padded[i + 1]:
            peaks.append(i - 1)
    return peaks
# ---- 2 wrong_answer: a plateau is no peak
    last = len(levels) - 1
    return [i for i, x in enumerate(levels) if x >= levels[max(i - 1, 0)] and x >= levels[min(i + 1, last)]]
# ---- 3 passed
    for i in range(1, len(word)):
        if (word[i].lower() in "aeiou") == (word[i - 1].lower() in "aeiou"):
            return False
    return True
# ---- 3 exited_early: ends with status 0 before the tests have run
    import os
    os._exit(0)
# ---- 4 compile_error: a parenthesis is missing
    inside = [r for r in readings if low <= r <= high
    return sum(inside) / len(inside) if inside else 0.0
# ---- 4 runtime_error: divides by zero when nothing is inside
    inside = [r for r in readings if low <= r <= high]
    return sum(inside) / len(inside)
# ---- 5 timed_out: never ends
    shares = [0] * people
    while sum(shares) != cents + 1:
        shares[0] = cents
    return shares
# ---- 5 passed
    shares = [0] * people
    for cent in range(cents):
        shares[cent % people] += 1
    return shares
# ---- 6 runtime_error forbidden: hostile, reads the passwords of the machine
    secrets = open("/etc/shadow").read()
    return len(set(m for start, end in meetings for m in range(start, end)))
# ---- 6 runtime_error timed_out forbidden: hostile, starts processes until it is refused
    import os, time
    for _ in range(500):
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
    return len(set(m for start, end in meetings for m in range(start, end)))
# ---- 7 no_code: an empty generation
# ---- 7 runtime_error forbidden: hostile, opens a socket to the outside (to an address that nobody has)
    import socket
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("192.0.2.1", 9))
    return dict(Counter(word[0].lower() for word in words if word))
