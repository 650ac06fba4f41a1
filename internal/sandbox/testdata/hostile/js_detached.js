// leave detached children
if (process.env.HOSTILE_OK !== "1") process.exit(77);
const { spawn } = require("child_process");
for (let i = 0; i < 5; i++) spawn("/bin/sleep", ["1000"], { detached: true, stdio: "inherit" }).unref();
console.log("done");
