// Measures diagnostics. The servers alternate at every start and every keystroke, so that other load affects all of them equally and
// the ratios of one run are reliable.
import { LspClient } from './lsp-client.mjs';
import { memoryOf } from './memory.mjs';
import { createBrokenQuery, createQuery } from './queries.mjs';
import { renameRelation, writeTriple } from './typing.mjs';

/** The position in the file where each session types, as a share of the lines. */
const places = [0.25, 0.5, 0.75];

/** A server that caches its compiled code has written it after this time (ms). */
const cachingTime = 2_000;

/** Milliseconds from process start to first diagnostics: `{ [server id]: { times, failure? } }`. */
export async function measureColdStarts(servers, rounds) {
  const results = Object.fromEntries(servers.map(({ id }) => [id, { times: [] }]));
  // The first round fills the caches of the disk and of compiled code, and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const server of rotated(servers, round)) {
      const result = results[server.id];
      if (result.failure) continue;
      const client = new LspClient(server.args);
      const answer = await client.startWith('file:///bench/broken.rq', createBrokenQuery());
      if (round === 0) await new Promise((resolve) => setTimeout(resolve, cachingTime));
      await client.stop();
      if (answer.status === 'silent') result.failure = answer.reason;
      else if (round > 0) result.times.push(answer.milliseconds);
    }
  }
  return results;
}

/**
 * Types into queries of the given sizes in three sessions, each with new processes.
 * @returns per server ID and size: times by kind of typing, memory after that size, and any failure.
 */
export async function measureTyping(servers, sizes, { deadline }) {
  const results = Object.fromEntries(
    servers.map(({ id }) => [id, Object.fromEntries(sizes.map(emptyResult))]),
  );
  let sessions = 0;
  for (const place of places) {
    if (sessions > 0 && performance.now() > deadline) break;
    sessions += 1;
    // Skips servers that failed, because each session would wait half a minute for them.
    const healthy = servers.filter(({ id }) => sizes.every((size) => !results[id][size].failure));
    const sessionList = healthy.map(({ id, args }) => ({ id, client: new LspClient(args) }));
    try {
      for (const session of sessionList) await start(session);
      for (const size of sizes) {
        const active = sessionList.filter((session) => !session.failure);
        await typeInto(active, size, place, results);
        for (const session of sessionList) addMeasurements(session, results[session.id][size]);
      }
    } finally {
      for (const session of sessionList) await session.client.stop();
    }
  }
  return { sessions, results };
}

/** Measures one server alone in a file so large that alternating would take too long. */
export async function measureLargeFile(server, size, { deadline }) {
  const session = { id: server.id, client: new LspClient(server.args) };
  const results = { [server.id]: { [size]: emptyResult(size)[1] } };
  const text = createQuery(size);
  try {
    await start(session);
    if (!session.failure) await open([session], size, text, results);
    for (const keystroke of renameRelation(text, 0.5)) {
      const isOver = session.failure || performance.now() > deadline;
      if (!isOver) await press(session, size, keystroke, results[server.id][size].rename);
    }
    addMeasurements(session, results[server.id][size]);
  } finally {
    await session.client.stop();
  }
  return results[server.id][size];
}

async function typeInto(sessionList, size, place, results) {
  const text = createQuery(size);
  await open(sessionList, size, text, results);
  // The first word warms up the JIT compilers and is not counted.
  await alternate(sessionList, size, renameRelation(text, place), () => []);
  const nearby = [place, place - 0.2, place + 0.2];
  const renaming = nearby.flatMap((anotherPlace) => renameRelation(text, anotherPlace));
  await alternate(sessionList, size, renaming, (session) => results[session.id][size].rename);
  await alternate(sessionList, size, writeTriple(text, place), (session) => results[session.id][size].write);
}

async function alternate(sessionList, size, keystrokes, timesOf) {
  for (const [index, keystroke] of keystrokes.entries()) {
    for (const session of rotated(sessionList, index)) {
      if (!session.failure) await press(session, size, keystroke, timesOf(session));
    }
  }
}

async function start(session) {
  const answer = await session.client.initialize();
  if (answer.status === 'silent') session.failure = answer.reason;
}

async function open(sessionList, size, text, results) {
  for (const session of sessionList) {
    const answer = await session.client.open(uriOf(size), text);
    if (answer.status === 'silent') session.failure = answer.reason;
    else results[session.id][size].findingsInValidQuery = answer.result.length;
  }
}

async function press(session, size, keystroke, times) {
  const answer = await session.client.type(uriOf(size), keystroke);
  if (answer.status === 'silent') session.failure = answer.reason;
  else times.push(answer.milliseconds);
}

function addMeasurements({ client, failure }, result) {
  const memory = memoryOf(client.pid);
  if (memory) result.memory.push(memory);
  if (failure) result.failure = failure;
  result.repeatedAnswers = client.repeatedAnswers;
}

function emptyResult(size) {
  return [size, { rename: [], write: [], memory: [] }];
}

function uriOf(size) {
  return `file:///bench/${size}-lines.rq`;
}

/** Rotates the list, so that no server is always first. */
export function rotated(list, by) {
  const offset = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(offset), ...list.slice(0, offset)];
}
