"use strict";
// What node is started with. It reads the secret of descriptor 3 before there
// is any code of the program, runs the program as "node test.js" would, counts
// what console.assert finds and still lets it print as before, and hands the
// secret back on descriptor 4 as the process exits, with a note of lines "key
// value". It does so only when the program's last line was reached and no
// assertion failed. What is needed then is bound here, before the program can
// change it, and no method of a value is called that the program could replace.

const fs = require("fs");
const path = require("path");
const vm = require("vm");
const Module = require("module");
const { readFileSync, writeSync, closeSync } = fs;
const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
const { Script } = vm;
const escapes = [/\\/g, /\n/g, /\r/g];
const replaceIn = RegExp.prototype[Symbol.replace];
const execIn = RegExp.prototype.exec;
const cutText = String.prototype.slice;
const { Error, SyntaxError } = globalThis;
const original = console;
const originalJSON = JSON;
const originalMath = Math;
const print = original.assert;

// The names of the marks; lang/javascript.go writes them into the program.
const TESTS = "__xevalTests";
const END = "__xevalEnd";

let secret = readSecret();
let assertions = 0;
let failures = 0;
let failedAt = "";
let begun = false;
let marked = false;
let ended = false;
let replaced = "";
let whole = false;
let uncaught = "";

function readSecret() {
  try {
    const text = readFileSync(3, "utf8").trim();
    closeSync(3);
    return text;
  } catch {
    return ""; // run by hand
  }
}

function assert(...args) {
  look();
  assertions++;
  if (!args[0] && failures++ === 0) failedAt = lineOf(new Error());
  return apply(print, this, args);
}

// lineOf is the line of the program that an error's stack names first.
function lineOf(error) {
  try {
    const found = apply(execIn, /[/\\]test\.js:(\d+)/, [`${error.stack}`]);
    return found ? found[1] : "";
  } catch {
    return "";
  }
}

// watch makes a property an accessor, so that another value in its place is
// seen and yet has the effect that it has without us.
const watched = [];
function watch(object, key, value, name) {
  let current = value;
  const get = () => current;
  const set = (other) => {
    if (other !== value) replaced = name;
    current = other;
  };
  const { enumerable } = getOwnPropertyDescriptor(object, key);
  watched[watched.length] = { object, key, get, set, name };
  defineProperty(object, key, { configurable: true, enumerable, get, set });
}

// lock keeps the program from replacing a watched property while the tests
// run, and from putting it back behind them.
function lock() {
  for (let i = 0; i < watched.length; i++) {
    const { object, key, get, set } = watched[i];
    const now = getOwnPropertyDescriptor(object, key);
    if (now && now.get === get) defineProperty(object, key, { configurable: false, get, set });
  }
}

// The values that tests compare with; and what has none by itself, but would
// change what they see. In a program given whole, which has no mark before its
// tests, they are node's assertions.
const usedByTests = [
  [JSON, "stringify"], [Math, "abs"], [Math, "floor"], [Math, "ceil"],
  [Array.prototype, "map"], [Array.prototype, "join"], [Array.prototype, "every"],
  [Array.prototype, "toJSON"], [String.prototype, "toJSON"], [Number.prototype, "toJSON"], [Boolean.prototype, "toJSON"],
  [globalThis, "JSON"], [globalThis, "Math"], [Object.prototype, "toJSON"], [Object.prototype, "get"], [Object.prototype, "value"],
];
const usedByWhole = [];
for (const used of usedByTests) used.push(valueOf(...used));

// watchAssertions is for a program given whole alone: node's assertions are a
// module that takes long to load.
function watchAssertions() {
  const nodeAssert = require("assert");
  for (const assertions of [nodeAssert, nodeAssert.strict]) {
    for (const key of Object.keys(assertions)) usedByWhole.push([assertions, key, valueOf(assertions, key)]);
  }
}

function valueOf(object, key) {
  const property = getOwnPropertyDescriptor(object, key);
  return property && property.value;
}

function compare(used) {
  for (let i = 0; i < used.length; i++) {
    if (valueOf(used[i][0], used[i][1]) !== used[i][2]) replaced = used[i][1];
  }
}

function look() {
  for (let i = 0; i < watched.length; i++) {
    const { object, key, get, name } = watched[i];
    const now = getOwnPropertyDescriptor(object, key);
    if (!now || now.get !== get) replaced = name;
  }
  if (begun) compare(usedByTests);
}

// The marks stand in the program, before its tests and on its last line, and
// give us what its own names mean there.
function tests(ownConsole, ownJSON, ownMath) {
  if (ended) return;
  begun = true;
  compareOwn(ownConsole, ownJSON, ownMath);
  look();
  lock();
}

function compareOwn(ownConsole, ownJSON, ownMath) {
  if (ownConsole !== original) replaced = "console.assert";
  if (ownJSON !== originalJSON) replaced = "JSON";
  if (ownMath !== originalMath) replaced = "Math";
}

function end(isWhole, ownConsole, ownJSON, ownMath) {
  if (ended) return;
  marked = true;
  whole = isWhole === true;
  compareOwn(ownConsole, whole ? originalJSON : ownJSON, whole ? originalMath : ownMath);
  look();
  if (whole) compare(usedByWhole);
}

function onUncaught(error) {
  if (uncaught) return;
  try {
    // A program that cannot be parsed has no line of its own on the stack.
    const parsing = error instanceof SyntaxError && !apply(execIn, /\n\s+at .*[/\\]test\.js:/, [`${error.stack}`]);
    const isError = error instanceof Error;
    uncaught = note("stage", parsing ? "compile" : "run") + note("line", lineOf(error));
    uncaught += note("type", isError ? error.name : "thrown") + note("text", isError ? error.message : error);
  } catch {
    uncaught = "stage run\n";
  }
}

function note(key, value) {
  let text = apply(cutText, `${value}`, [0, 4000]);
  text = apply(replaceIn, escapes[0], [text, "\\\\"]);
  text = apply(replaceIn, escapes[1], [text, "\\n"]);
  text = apply(replaceIn, escapes[2], [text, "\\r"]);
  return text === "" ? "" : `${key} ${text}\n`;
}

let said = false;
function onExit() {
  if (said) return;
  said = true;
  // Numbers first: the first value of a key counts.
  let text = `assertions ${assertions}\nfailures ${failures}\nwhole ${whole ? "yes" : "no"}\n`;
  if (replaced) text += `replaced ${replaced}\n`;
  if (marked && !straight) text += "returns yes\n";
  if (failedAt) text += `failed_at ${failedAt}\n`;
  text += uncaught;
  if (ended && failures === 0 && !replaced && secret) text = secret + "\n" + text;
  try {
    writeSync(4, text);
    closeSync(4);
  } catch {
    // run by hand
  }
}

// parses says whether text is a program without a return outside of functions.
function parses(text) {
  try {
    return Boolean(new Script(text, { filename: "test.js" }));
  } catch {
    return false;
  }
}

// closeMemory takes away the ways to read the memory of this process. What the
// inspector is made of goes before its module is loaded, if it ever is.
function closeMemory() {
  const refuse = function () {
    throw new Error("not available here");
  };
  const parts = inspectorParts();
  if (parts) parts.Connection = parts.MainThreadConnection = parts.open = refuse;
  const v8 = require("v8");
  v8.getHeapSnapshot = v8.writeHeapSnapshot = v8.setFlagsFromString = refuse;
  if (v8.queryObjects) v8.queryObjects = refuse;
  if (!parts) closeInspector(refuse);
  Module.syncBuiltinESMExports();
}

// withCompiledModules loads modules while V8's flags are as they were when node
// was built: with any other, it compiles node's own modules anew.
function withCompiledModules(load) {
  let set = () => {};
  try {
    process.noDeprecation = true;
    const { setFlagsFromString } = process.binding("v8");
    set = setFlagsFromString;
  } catch {
    // a node without it
  } finally {
    delete process.noDeprecation;
  }
  set("--rehash-snapshot");
  set("--max-old-space-size=0"); // the heap has its size by now
  load();
  for (const flag of process.execArgv) set(flag);
}

function inspectorParts() {
  try {
    return process.binding("inspector");
  } catch {
    return null; // a node without the one or the other
  }
}

function closeInspector(refuse) {
  try {
    const inspector = require("inspector");
    inspector.Session.prototype.connect = inspector.Session.prototype.connectToMainThread = inspector.open = refuse;
  } catch {
    // a node without it
  }
}

// run is "node test.js", with the marks in the program's "this", which no
// declaration of its own can hide.
function run(file) {
  const load = Module._extensions[".js"];
  Module._extensions[".js"] = function (module, name) {
    Module._extensions[".js"] = load;
    defineProperty(module.exports, TESTS, { value: tests });
    defineProperty(module.exports, END, { value: end });
    return load(module, name);
  };
  process.argv = [process.argv[0], file];
  Module._load(file, null, true);
}

const file = path.resolve(process.argv[2]);
const text = readFileSync(file, "utf8");
const straight = parses(text);
// A declaration beside another of the same name is a syntax error.
const hidden = straight ? ["console", "JSON", "Math"].find((name) => !parses(`${text}\n;let ${name};`)) : "";
watch(original, "assert", assert, "console.assert");
watch(globalThis, "console", original, "console.assert");
withCompiledModules(() => {
  if (text.endsWith(`${END}?.(true, console);\n`)) watchAssertions();
  closeMemory();
});
// A monitor changes nothing: node prints the error and exits as ever.
process.on("uncaughtExceptionMonitor", onUncaught);
process.on("exit", onExit);
run(file);
if (hidden && !whole) replaced = hidden === "console" ? "console.assert" : hidden;
ended = straight && marked && (begun || whole);
