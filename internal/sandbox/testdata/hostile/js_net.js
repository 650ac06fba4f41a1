// reach anybody by Node's own means
const net = require("net"), dgram = require("dgram"), dns = require("dns");
let breach = [];
for (const port of [18999, 80]) { const s = net.connect(port, "127.0.0.1"); s.on("connect", () => breach.push(port)); s.on("error", () => {}); }
try { const u = dgram.createSocket("udp4"); u.on("error", () => {}); u.send("x", 53, "192.0.2.53", (e) => { if (!e) breach.push("udp"); u.close(); }); } catch {}
dns.lookup("example.org", (e) => { if (!e) breach.push("dns"); });
setTimeout(() => { console.log(breach.length ? "BREACH" : "BLOCKED", breach); process.exit(breach.length ? 42 : 13); }, 300);
