/**
 * Loaded with `node --require`: counts the write operations below FAULT_FOLDER and injects a fault at number FAULT_AT.
 *   FAULT=kill    kills the process; a write is done by half
 *   FAULT=ENOSPC  fails, with half of the bytes written; so do all later operations that need space
 *   FAULT=EROFS   fails; so do all later operations
 *   FAULT=pause   prints "paused" and waits for a line on standard input
 */
const fs = require('node:fs');
const promises = require('node:fs/promises');
const { resolve, sep } = require('node:path');

const { FAULT_FOLDER } = process.env;
let FAULT = process.env.FAULT;
let at = Number(process.env.FAULT_AT);
const original = { ...fs };
const folder = FAULT_FOLDER && original.realpathSync(FAULT_FOLDER);
/** Descriptors of files below the folder. */
const watched = new Set();
let step = 0;
/** Operations that Node's own implementation calls are not counted. */
let isNested = false;

function runNested(work) {
  isNested = true;
  try {
    return work?.();
  } finally {
    isNested = false;
  }
}

const isBelow = (path) => typeof path === 'string' && `${resolve(path)}${sep}`.startsWith(`${folder}${sep}`);
const isWatched = (target) => (typeof target === 'number' ? watched.has(target) : isBelow(target));
const writes = (flags) => (typeof flags === 'number' ? (flags & 3) !== 0 : /[wa+]/.test(flags ?? 'r'));

/** Sets the fault, restarts the count and returns the number of operations so far. */
globalThis.setFault = (next, nextAt) => {
  const steps = step;
  [FAULT, at, step] = [next, nextAt, 0];
  return steps;
};

/** Counts an operation and returns the error that it must fail with, if any. `half` writes the first half of the data. */
function fault(half, needsSpace) {
  if (isNested) return undefined;
  step++;
  if (FAULT === 'kill' && step === at) {
    runNested(half);
    process.kill(process.pid, 'SIGKILL');
  }
  if (FAULT === 'pause' && step === at) {
    original.writeSync(1, 'paused\n');
    original.readSync(0, Buffer.alloc(1));
  }
  const fails = (FAULT === 'ENOSPC' && needsSpace && step >= at) || (FAULT === 'EROFS' && step >= at);
  if (!fails) return undefined;
  if (step === at) runNested(half);
  return Object.assign(new Error(`${FAULT}: injected`), { code: FAULT });
}

function check(half, needsSpace) {
  const error = fault(half, needsSpace);
  if (error) throw error;
}

const halfOf = (data) => {
  const bytes = Buffer.from(data);
  return bytes.subarray(0, bytes.length >> 1);
};

// Synchronous functions.
fs.openSync = (path, flags, mode) => {
  const counts = isBelow(path) && writes(flags);
  if (counts) check(undefined, true);
  const descriptor = original.openSync(path, flags, mode);
  if (counts) watched.add(descriptor);
  return descriptor;
};
fs.closeSync = (descriptor) => {
  watched.delete(descriptor);
  original.closeSync(descriptor);
};
fs.writeSync = (descriptor, data, ...rest) => {
  if (watched.has(descriptor)) check(() => original.writeSync(descriptor, halfOf(data)), true);
  return original.writeSync(descriptor, data, ...rest);
};
fs.writeFileSync = (target, data, options) => {
  if (isWatched(target)) check(() => original.writeFileSync(target, halfOf(data), options), true);
  runNested(() => original.writeFileSync(target, data, options));
};
fs.writeFile = (target, data, ...rest) => {
  const error = isWatched(target)
    ? fault(() => original.writeFileSync(target, halfOf(data)), true)
    : undefined;
  if (error) process.nextTick(rest.at(-1), error);
  else original.writeFile(target, data, ...rest);
};
for (const [name, needsSpace] of [
  ['renameSync', false],
  ['linkSync', true],
  ['rmSync', false],
  ['mkdirSync', true],
])
  fs[name] = (path, ...rest) => {
    if (isBelow(path)) check(undefined, needsSpace);
    return original[name](path, ...rest);
  };
fs.fsyncSync = (descriptor) => {
  if (watched.has(descriptor)) check(undefined, true);
  original.fsyncSync(descriptor);
};

// Promises.
const { open } = promises;
promises.open = async (path, flags, mode) => {
  const counts = isBelow(path) && writes(flags);
  if (counts) check(undefined, true);
  const handle = await open(path, flags, mode);
  if (!counts) return handle;
  for (const name of ['writeFile', 'appendFile']) {
    const write = handle[name].bind(handle);
    handle[name] = async (data, ...rest) => {
      check(() => original.writeSync(handle.fd, halfOf(data)), true);
      return write(data, ...rest);
    };
  }
  for (const [name, needsSpace] of [
    ['truncate', false],
    ['datasync', true],
  ]) {
    const work = handle[name].bind(handle);
    handle[name] = async (...rest) => {
      check(undefined, needsSpace);
      return work(...rest);
    };
  }
  return handle;
};
for (const [name, needsSpace] of [
  ['rename', false],
  ['rm', false],
  ['mkdir', true],
]) {
  const work = promises[name];
  promises[name] = async (path, ...rest) => {
    if (isBelow(path)) check(undefined, needsSpace);
    return work(path, ...rest);
  };
}
