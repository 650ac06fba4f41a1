// signal everybody
if (process.env.HOSTILE_OK !== "1") process.exit(77);
for (const p of [process.ppid, 1]) for (const s of ["SIGSTOP", "SIGTERM", "SIGKILL"]) try { if (p > 0) process.kill(p, s); } catch {}
console.log("done");
