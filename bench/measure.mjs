// The measurements. The servers take turns at every start and every keystroke, so that whatever else the
// machine does hits all of them alike and the ratios of one run can be trusted.
import { LspClient } from './lsp-client.mjs';
import { memoryOf } from './memory.mjs';
import { createBrokenQuery, createQuery } from './queries.mjs';
import { renameRelation, writeTriple } from './typing.mjs';

/** Where in the file the typing is done, one place per session. */
const places = [0.25, 0.5, 0.75];

/** Milliseconds from process start to first diagnostics: `{ [server id]: { times, failure? } }`. */
export async function measureColdStarts(servers, rounds) {
  const results = Object.fromEntries(servers.map(({ id }) => [id, { times: [] }]));
  // The first round only brings the files into the disk cache.
  for (let round = 0; round <= rounds; round++) {
    for (const server of rotated(servers, round)) {
      const result = results[server.id];
      if (result.failure) continue;
      const client = new LspClient(server.args);
      const answer = await client.startWith('file:///bench/broken.rq', createBrokenQuery());
      await client.stop();
      if (answer.status === 'silent') result.failure = answer.reason;
      else if (round > 0) result.times.push(answer.milliseconds);
    }
  }
  return results;
}

/**
 * Types into queries of the given sizes in three sessions, each with new processes.
 * @returns per server id and size: times by kind of typing, memory after that size, and any failure.
 */
export async function measureTyping(servers, sizes, { deadline }) {
  const results = Object.fromEntries(
    servers.map(({ id }) => [id, Object.fromEntries(sizes.map(emptyResult))]),
  );
  let sessions = 0;
  for (const place of places) {
    if (sessions > 0 && performance.now() > deadline) break;
    sessions += 1;
    // A server that failed once would cost another half minute of waiting in every session.
    const healthy = servers.filter(({ id }) => sizes.every((size) => !results[id][size].failure));
    const players = healthy.map(({ id, args }) => ({ id, client: new LspClient(args) }));
    try {
      for (const player of players) await start(player);
      for (const size of sizes) {
        const playing = players.filter((player) => !player.failure);
        await typeInto(playing, size, place, results);
        for (const player of players) note(player, results[player.id][size]);
      }
    } finally {
      for (const player of players) await player.client.stop();
    }
  }
  return { sessions, results };
}

/** One server alone, renaming in the middle of a file so large that taking turns would take too long. */
export async function measureLargeFile(server, size, { deadline }) {
  const player = { id: server.id, client: new LspClient(server.args) };
  const results = { [server.id]: { [size]: emptyResult(size)[1] } };
  const text = createQuery(size);
  try {
    await start(player);
    if (!player.failure) await open([player], size, text, results);
    for (const keystroke of renameRelation(text, 0.5)) {
      const isOver = player.failure || performance.now() > deadline;
      if (!isOver) await press(player, size, keystroke, results[server.id][size].rename);
    }
    note(player, results[server.id][size]);
  } finally {
    await player.client.stop();
  }
  return results[server.id][size];
}

async function typeInto(players, size, place, results) {
  const text = createQuery(size);
  await open(players, size, text, results);
  // Nobody's compiler is warm at the first word: it is typed, but not counted.
  await takeTurns(players, size, renameRelation(text, place), () => []);
  const nearby = [place, place - 0.2, place + 0.2];
  const renaming = nearby.flatMap((anotherPlace) => renameRelation(text, anotherPlace));
  await takeTurns(players, size, renaming, (player) => results[player.id][size].rename);
  await takeTurns(players, size, writeTriple(text, place), (player) => results[player.id][size].write);
}

async function takeTurns(players, size, keystrokes, timesOf) {
  for (const [index, keystroke] of keystrokes.entries()) {
    for (const player of rotated(players, index)) {
      if (!player.failure) await press(player, size, keystroke, timesOf(player));
    }
  }
}

async function start(player) {
  const answer = await player.client.initialize();
  if (answer.status === 'silent') player.failure = answer.reason;
}

async function open(players, size, text, results) {
  for (const player of players) {
    const answer = await player.client.open(uriOf(size), text);
    if (answer.status === 'silent') player.failure = answer.reason;
    else results[player.id][size].findingsInValidQuery = answer.result.length;
  }
}

async function press(player, size, keystroke, times) {
  const answer = await player.client.type(uriOf(size), keystroke);
  if (answer.status === 'silent') player.failure = answer.reason;
  else times.push(answer.milliseconds);
}

function note({ client, failure }, result) {
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

/** The same list, begun elsewhere: nobody always goes first. */
export function rotated(list, by) {
  const offset = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(offset), ...list.slice(0, offset)];
}
