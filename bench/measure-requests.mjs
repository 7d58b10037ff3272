// Measures response times. As with keystrokes, the servers alternate at every request.
import { LspClient } from './lsp-client.mjs';
import { rotated } from './measure.mjs';
import { createQuery } from './queries.mjs';
import { isRequestSupported, isUseful, relationCompletion, requests } from './requests.mjs';

/** The number of repetitions of a request in a block, and the time limit of a block (ms). */
const blockLength = 10;
const blockTime = 1_000;
/** A supported request is answered in this time (ms) or never. */
const timeout = 10_000;

/**
 * Measures all requests at all sizes in the same warm processes, until `rounds` rounds are complete or the time is over.
 * @returns per server ID, request name and size: the times, or the reason of a failure.
 */
export async function measureRequests(servers, sizes, { rounds, deadline }) {
  const results = emptyResults(servers, requests, sizes);
  const sessions = servers.map(({ id, args }) => ({ id, client: new LspClient(args, { timeout }) }));
  const blocks = sizes.flatMap((size) => requests.map((request) => ({ size, request })));
  let completed = 0;
  const isOver = () => completed > 0 && performance.now() > deadline;
  try {
    for (const session of sessions) await start(session, results[session.id]);
    // The first round warms up the JIT compilers and is not counted.
    for (let round = 0; round <= rounds && !isOver(); round++) {
      for (const { size, request } of blocks) {
        if (isOver()) break;
        const active = sessions.filter(({ id }) => !results[id][request.name][size].failure);
        await runBlock(active, request, size, (session, outcome) =>
          addOutcome(session, request, outcome, results[session.id][request.name][size], round > 0),
        );
      }
      if (!isOver()) completed = round;
    }
  } finally {
    for (const session of sessions) await session.client.stop();
  }
  return { repetitions: completed * blockLength, results };
}

/** Measures the first completion of a new process after it has checked the open file. */
export async function measureFirstCompletions(servers, sizes, { rounds }) {
  const results = emptyResults(servers, [relationCompletion], sizes);
  for (let round = 0; round < rounds; round++) {
    for (const size of sizes) {
      for (const server of rotated(servers, round)) {
        const result = results[server.id][relationCompletion.name][size];
        if (result.failure) continue;
        const session = { id: server.id, client: new LspClient(server.args, { timeout }) };
        await session.client.initialize();
        await runOnce(session, relationCompletion, size, (outcome) =>
          addOutcome(session, relationCompletion, outcome, result, true),
        );
        await session.client.stop();
      }
    }
  }
  return Object.fromEntries(servers.map(({ id }) => [id, results[id][relationCompletion.name]]));
}

function emptyResults(servers, list, sizes) {
  const bySize = () => Object.fromEntries(sizes.map((size) => [size, { times: [] }]));
  const byName = () => Object.fromEntries(list.map(({ name }) => [name, bySize()]));
  return Object.fromEntries(servers.map(({ id }) => [id, byName()]));
}

async function start({ client }, results) {
  const answer = await client.initialize();
  for (const request of requests) {
    const failure =
      answer.status === 'silent'
        ? `fails: ${answer.reason}`
        : isRequestSupported(request, client.capabilities)
          ? undefined
          : 'not supported';
    for (const result of Object.values(results[request.name])) result.failure = failure;
  }
}

async function runOnce(session, request, size, onOutcome) {
  const trial = await prepare(session, request, size);
  onOutcome(trial.problem ?? (await ask(trial, trial.situation.keystroke)));
}

async function runBlock(sessions, request, size, onOutcome) {
  const trials = [];
  for (const session of sessions) trials.push(await prepare(session, request, size));
  for (let turn = 0; turn < blockLength; turn++) {
    for (const trial of rotated(trials, turn)) {
      if (!isOver(trial)) trial.problem = await runTurn(trial);
    }
  }
  for (const { session, uri, answers, problem } of trials) {
    for (const answer of answers) onOutcome(session, answer);
    if (problem) onOutcome(session, problem);
    else await session.client.close(uri);
  }
}

function isOver({ problem, answers }) {
  const time = answers.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return problem || answers.length >= blockLength || time > blockTime;
}

/** Sends a request after a keystroke, and undoes the keystroke. Returns a problem or undefined. */
async function runTurn(trial) {
  const { session, uri, situation, answers } = trial;
  const answer = await ask(trial, situation.keystroke);
  if (answer.status === 'silent') return answer;
  answers.push(answer);
  const back = await (situation.isSameAfterwards
    ? ask(trial, situation.back)
    : session.client.type(uri, situation.back));
  if (back.status === 'silent') return back;
  if (situation.isSameAfterwards) answers.push(back);
  return undefined;
}

async function prepare(session, request, size) {
  const uri = `file:///bench/${size}-lines/${request.name.replaceAll(/\W+/g, '-')}.rq`;
  const situation = request.situate(createQuery(size));
  const opened = await session.client.open(uri, situation.text);
  const trial = { session, request, uri, situation, answers: [] };
  if (opened.status === 'silent') return { ...trial, problem: opened };
  return { ...trial, ...(await paramsFor(trial)) };
}

async function paramsFor({ session: { client }, request, uri, situation }) {
  const { position, positions, range, itemOf } = situation;
  const textDocument = { uri };
  if (!itemOf) return { params: { textDocument, position, positions, range, ...request.params } };
  const list = await client.typeAndRequest(uri, situation.keystroke, itemOf.method, {
    textDocument,
    ...itemOf.params,
  });
  await client.type(uri, situation.back);
  return list.status === 'silent' ? { problem: list } : { params: (list.result.items ?? list.result)[0] };
}

function ask({ session: { client }, request: { method }, uri, params }, keystroke) {
  return client.typeAndRequest(uri, keystroke, method, params);
}

/** Throws if our server does not answer: then the request is in the wrong place, or the server is broken. */
function addOutcome({ id }, request, outcome, result, counts) {
  const failure =
    outcome.status === 'silent'
      ? `fails: ${outcome.reason}`
      : isUseful(request, outcome.result)
        ? undefined
        : 'empty answer';
  if (failure && id === 'ours')
    throw new Error(`Our server gave no answer to "${request.name}": ${failure}.`);
  if (failure) result.failure = failure;
  else if (counts) result.times.push(outcome.milliseconds);
}
