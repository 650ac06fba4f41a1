"use strict";
// Loaded by node before the program. It counts what console.assert finds and
// still lets it print as before; and when the program's last line has called
// the end mark, it hands the secret of descriptor 3 back on descriptor 4 as
// the process exits, with a note of lines "key value". What is needed then is
// bound here, before the program can change it.

const { isMainThread } = require("worker_threads");
const fs = require("fs");
const { writeSync } = fs;
const { apply } = Reflect;
const original = console;
const print = original.assert;

let secret = "";
let assertions = 0;
let failures = 0;
let failedAt = "";
let ended = false;
let replaced = false;
let whole = false;
let uncaught = "";

function readSecret() {
  try {
    const text = fs.readFileSync(3, "utf8").trim();
    fs.closeSync(3);
    return text;
  } catch {
    return ""; // run by hand
  }
}

function assert(...args) {
  assertions++;
  if (!args[0] && failures++ === 0) failedAt = lineOf(new Error());
  return apply(print, this, args);
}

// lineOf is the line of the program that an error's stack names first.
function lineOf(error) {
  try {
    const found = /[/\\]test\.js:(\d+)/.exec(`${error.stack}`);
    return found ? found[1] : "";
  } catch {
    return "";
  }
}

// watchAssert makes the property an accessor, so that another function in its
// place is seen and yet has the effect that it has without us.
let current = assert;
const getAssert = () => current;
function watchAssert() {
  Object.defineProperty(original, "assert", {
    configurable: true,
    enumerable: true,
    get: getAssert,
    set(value) {
      replaced = true;
      current = value;
    },
  });
}

// end is the end mark; the program's last line gives it the console it sees,
// and says whether the program has tests of its own kind.
function end(seen, isWhole) {
  ended = true;
  whole = isWhole === true;
  const property = Object.getOwnPropertyDescriptor(original, "assert");
  if (seen !== original || !property || property.get !== getAssert) replaced = true;
}

function onUncaught(error) {
  if (uncaught) return;
  try {
    // A program that cannot be parsed has no line of its own on the stack.
    const parsing = error instanceof SyntaxError && !/\n\s+at .*[/\\]test\.js:/.test(error.stack);
    const isError = error instanceof Error;
    uncaught = note("stage", parsing ? "compile" : "run") + note("line", lineOf(error));
    uncaught += note("type", isError ? error.name : "thrown") + note("text", isError ? error.message : error);
  } catch {
    uncaught = note("stage", "run");
  }
}

function note(key, value) {
  const text = `${value}`.slice(0, 4000).replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/\r/g, "\\r");
  return text === "" ? "" : `${key} ${text}\n`;
}

function onExit() {
  let text = note("assertions", assertions) + note("failures", failures) + note("failed_at", failedAt);
  text += note("replaced", replaced ? "console.assert" : "") + note("whole", whole ? "yes" : "no") + uncaught;
  if (ended && secret) text = secret + "\n" + text;
  try {
    writeSync(4, text);
  } catch {
    // run by hand
  }
}

// Threads and forked copies of the program load this file too. They have
// nothing to prove, and their descriptor 3 may be a channel.
if (isMainThread && !process.env.NODE_CHANNEL_FD) {
  secret = readSecret();
  watchAssert();
  // A monitor changes nothing: node prints the error and exits as ever.
  process.on("uncaughtExceptionMonitor", onUncaught);
  process.on("exit", onExit);
}
Object.defineProperty(globalThis, "__xevalEnd", { value: end });
