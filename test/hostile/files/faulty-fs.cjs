/**
 * Loaded before a program (node --require): counts what it does to the files below FAULT_FOLDER, and at the step FAULT_AT
 *   FAULT=kill    kills the process, after half of the bytes where bytes are written
 *   FAULT=ENOSPC  fails, after half of the bytes; so do all later steps that need space
 *   FAULT=EROFS   fails, and so do all later steps
 *   FAULT=pause   says "paused" on standard output, and waits for a line on standard input
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
/** Node calls some of these functions itself. */
let isInside = false;

function inside(work) {
  isInside = true;
  try {
    return work?.();
  } finally {
    isInside = false;
  }
}

const isBelow = (path) => typeof path === 'string' && `${resolve(path)}${sep}`.startsWith(`${folder}${sep}`);
const isWatched = (target) => (typeof target === 'number' ? watched.has(target) : isBelow(target));
const writes = (flags) => (typeof flags === 'number' ? (flags & 3) !== 0 : /[wa+]/.test(flags ?? 'r'));

/** From now on, this and at that step, which is counted from now; returns how many steps there were before. */
globalThis.setFault = (next, nextAt) => {
  const steps = step;
  [FAULT, at, step] = [next, nextAt, 0];
  return steps;
};

/** An error to throw, where this step is to fail. `half` writes the first half of what would be written. */
function fault(half, needsSpace) {
  if (isInside) return undefined;
  step++;
  if (FAULT === 'kill' && step === at) {
    inside(half);
    process.kill(process.pid, 'SIGKILL');
  }
  if (FAULT === 'pause' && step === at) {
    original.writeSync(1, 'paused\n');
    original.readSync(0, Buffer.alloc(1));
  }
  const fails = (FAULT === 'ENOSPC' && needsSpace && step >= at) || (FAULT === 'EROFS' && step >= at);
  if (!fails) return undefined;
  if (step === at) inside(half);
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

// Sync.
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
  inside(() => original.writeFileSync(target, data, options));
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
