// How long the answers to requests take. As with keystrokes, the servers take turns at every single request.
import { LspClient } from './lsp-client.mjs';
import { rotated } from './measure.mjs';
import { createQuery } from './queries.mjs';
import { isPromised, relationCompletion, requests, tells } from './requests.mjs';

/** How often a request is repeated before the next one has its turn, and how long at most. */
const blockLength = 10;
const blockTime = 1_000;
/** A server that knows a request answers it in this time or never. */
const timeout = 10_000;

/**
 * All requests at all sizes, round after round in the same warm processes, until there are `rounds` or the
 * time is over.
 * @returns per server id, request name and size: the times, or `failure` with the reason why there are none.
 */
export async function measureRequests(servers, sizes, { rounds, deadline }) {
  const results = emptyResults(servers, requests, sizes);
  const players = servers.map(({ id, args }) => ({ id, client: new LspClient(args, { timeout }) }));
  const turns = sizes.flatMap((size) => requests.map((request) => ({ size, request })));
  let completed = 0;
  const isOver = () => completed > 0 && performance.now() > deadline;
  try {
    for (const player of players) await start(player, results[player.id]);
    // Nobody's compiler is warm in the first round: it is played, but not counted.
    for (let round = 0; round <= rounds && !isOver(); round++) {
      for (const { size, request } of turns) {
        if (isOver()) break;
        const playing = players.filter(({ id }) => !results[id][request.name][size].failure);
        await playBlock(playing, request, size, (player, outcome) =>
          note(player, request, outcome, results[player.id][request.name][size], round > 0),
        );
      }
      if (!isOver()) completed = round;
    }
  } finally {
    for (const player of players) await player.client.stop();
  }
  return { repetitions: completed * blockLength, results };
}

/** The first completion that a new process is asked for, once it has checked the file that is open. */
export async function measureFirstCompletions(servers, sizes, { rounds }) {
  const results = emptyResults(servers, [relationCompletion], sizes);
  for (let round = 0; round < rounds; round++) {
    for (const size of sizes) {
      for (const server of rotated(servers, round)) {
        const result = results[server.id][relationCompletion.name][size];
        if (result.failure) continue;
        const player = { id: server.id, client: new LspClient(server.args, { timeout }) };
        await player.client.initialize();
        await playOnce(player, relationCompletion, size, (outcome) =>
          note(player, relationCompletion, outcome, result, true),
        );
        await player.client.stop();
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
        : isPromised(request, client.capabilities)
          ? undefined
          : 'not supported';
    for (const result of Object.values(results[request.name])) result.failure = failure;
  }
}

async function playOnce(player, request, size, onOutcome) {
  const game = await prepare(player, request, size);
  onOutcome(game.problem ?? (await ask(game, game.situation.keystroke)));
}

async function playBlock(players, request, size, onOutcome) {
  const games = [];
  for (const player of players) games.push(await prepare(player, request, size));
  for (let turn = 0; turn < blockLength; turn++) {
    for (const game of rotated(games, turn)) {
      if (!isOver(game)) game.problem = await playTurn(game);
    }
  }
  for (const { player, uri, answers, problem } of games) {
    for (const answer of answers) onOutcome(player, answer);
    if (problem) onOutcome(player, problem);
    else await player.client.close(uri);
  }
}

function isOver({ problem, answers }) {
  const time = answers.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return problem || answers.length >= blockLength || time > blockTime;
}

/** A request after a keystroke, and the way back. What comes of it is a problem or nothing. */
async function playTurn(game) {
  const { player, uri, situation, answers } = game;
  const answer = await ask(game, situation.keystroke);
  if (answer.status === 'silent') return answer;
  answers.push(answer);
  const back = await (situation.isSameAfterwards
    ? ask(game, situation.back)
    : player.client.type(uri, situation.back));
  if (back.status === 'silent') return back;
  if (situation.isSameAfterwards) answers.push(back);
  return undefined;
}

async function prepare(player, request, size) {
  const uri = `file:///bench/${size}-lines/${request.name.replaceAll(/\W+/g, '-')}.rq`;
  const situation = request.situate(createQuery(size));
  const opened = await player.client.open(uri, situation.text);
  const game = { player, request, uri, situation, answers: [] };
  if (opened.status === 'silent') return { ...game, problem: opened };
  return { ...game, ...(await paramsFor(game)) };
}

async function paramsFor({ player: { client }, request, uri, situation }) {
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

function ask({ player: { client }, request: { method }, uri, params }, keystroke) {
  return client.typeAndRequest(uri, keystroke, method, params);
}

/** Ours must answer: a request without an answer means that it is asked in the wrong place, or that it broke. */
function note({ id }, request, outcome, result, counts) {
  const failure =
    outcome.status === 'silent'
      ? `fails: ${outcome.reason}`
      : tells(request, outcome.result)
        ? undefined
        : 'empty answer';
  if (failure && id === 'ours')
    throw new Error(`Our server gave no answer to "${request.name}": ${failure}.`);
  if (failure) result.failure = failure;
  else if (counts) result.times.push(outcome.milliseconds);
}
