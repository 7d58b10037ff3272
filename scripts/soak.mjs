// npm run measure -- soak: measures the memory of one language server during a long session.
//   --edits N --completions N --runs N --questions N   number of each (100000, 5000, 2000, 500)
//   --seed N         seed of the random numbers (1)
//   --snapshots DIR  writes a heap snapshot after warm-up and at the end
// The exit code is 1 if the heap keeps growing after garbage collection.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MeasuredServer } from './lib/measured-server.mjs';
import { readOptions } from './lib/options.mjs';
import { inRoot } from './lib/paths.mjs';
import { build } from './lib/project.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

const { values } = readOptions({
  edits: { type: 'string', default: '100000' },
  completions: { type: 'string', default: '5000' },
  runs: { type: 'string', default: '2000' },
  questions: { type: 'string', default: '500' },
  seed: { type: 'string', default: '1' },
  snapshots: { type: 'string' },
});
const [edits, completions, runs, questions] = [
  values.edits,
  values.completions,
  values.runs,
  values.questions,
].map(Number);

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz ?:.<>{}_"'];
const RELATIONS = [
  'film.film.directed_by',
  'film.film.starring',
  'film.performance.actor',
  'people.person.place_of_birth',
  'people.person.profession',
  'location.location.containedby',
];
/** Texts that are inserted at once, as by completion or paste. IDs and names are random. */
const PARTS = [
  () => `ns:m.0${below(1e6).toString(36)} `,
  () => `?v${below(1e5)} `,
  () => `ns:${pick(RELATIONS)} `,
  () => `ns:${pick(RELATIONS)}${randomWord()} `,
  () => `<http://example.org/${randomWord()}> `,
  () => `"${randomWord()}"@en `,
];

/** Maximum growth of the heap after warm-up in MB per 10,000 edits, to allow for measurement noise. */
const MAX_SLOPE = 1;
const SAMPLES = 25;
/** The share of samples during which caches fill. */
const WARM_UP = 0.4;

await build();
const random = randomFrom(Number(values.seed));
const below = (limit) => Math.floor(random() * limit);
const pick = (items) => items[below(items.length)];
const sampleQuestions = Object.keys(
  JSON.parse(readFileSync(inRoot('test', 'ask', 'sample-questions.json'), 'utf8')).answered,
);
// A copy, because dist/ may be rebuilt during the run.
const folder = temporaryFolder();
cpSync(inRoot('dist'), folder.path, { recursive: true });
const server = await MeasuredServer.start(join(folder.path, 'server.js'));
const documents = Array.from({ length: 6 }, (_, number) => ({
  uri: `file:///soak/${number}.rq`,
  // 3 to 96 triples.
  text: documentOf(3 * 2 ** number),
  /** The text of the edited line. */
  typed: '',
}));
for (const { uri, text } of documents) await server.open(uri, text);
// Code and data that the first request of each kind loads are no growth.
await server.request('textDocument/completion', at(documents[0]));
await run();
await ask();

const samples = [];
const began = Date.now();
for (let edit = 0; edit < edits; edit++) {
  const document = documents[Math.floor(edit / 200) % documents.length];
  await type(document);
  if (edit % 10 === 0) await server.checked(document.uri);
  if (isDue(edit, completions)) await server.request('textDocument/completion', at(document));
  if (isDue(edit, runs)) await run();
  if (isDue(edit, questions)) await ask();
  if (edit % 2000 === 1999) await reopen(document);
  if (isDue(edit, SAMPLES)) await sample(edit + 1);
}
await sample(edits);
await server.stop();
folder.remove();
report();

/** Types a line character by character and deletes it again. */
async function type(document) {
  const { uri, typed } = document;
  const line = 2;
  if (typed.length >= 60 || (typed !== '' && below(12) === 0)) {
    document.typed = '';
    await server.change(uri, rangeOf(line, 0, typed.length), '');
    return;
  }
  const part = below(4) === 0 ? pick(PARTS)() : pick(LETTERS);
  document.typed += part;
  await server.change(uri, rangeOf(line, typed.length, typed.length), part);
}

function at({ uri, typed }) {
  return { textDocument: { uri }, position: { line: 2, character: typed.length } };
}

/** Runs a new query in a document that is closed afterwards. */
async function run() {
  const uri = `file:///soak/run-${below(1e9)}.rq`;
  const text = `PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT DISTINCT ?x${below(1e6)} WHERE { ?x ns:${pick(RELATIONS)} ?y } LIMIT ${1 + below(200)}`;
  await server.open(uri, text);
  const result = await server.request('funfusic/run', { textDocument: { uri }, range: rangeOf(1, 0, 0) });
  if (result.run?.execution.status !== 'answered') throw new Error(JSON.stringify(result).slice(0, 500));
  await server.close(uri);
}

/** Adds a random word to every second question on average. */
async function ask() {
  const question = pick(sampleQuestions);
  const other = question.replace(/\?$/, ` ${randomWord()}?`);
  await server.request('funfusic/ask', { question: below(2) ? question : other });
}

async function reopen({ uri, text }) {
  const document = documents.find((one) => one.uri === uri);
  await server.close(uri);
  document.typed = '';
  await server.open(uri, text);
}

async function sample(done) {
  const isWarm = samples.length === Math.floor(SAMPLES * WARM_UP) || done === edits;
  const snapshot = values.snapshots && isWarm ? join(values.snapshots, `${done}.heapsnapshot`) : undefined;
  const { heap, rss, external } = await server.memory(snapshot);
  samples.push({ done, heap, rss });
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  console.log(
    `${done} edits, ${seconds} s: heap in use ${heap.toFixed(1)} MB, external ${external.toFixed(1)} MB, process ${rss.toFixed(0)} MB`,
  );
}

function report() {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const [heap, rss] = [slope(warm, 'heap'), slope(warm, 'rss')];
  console.log(
    `After warm-up: heap in use ${signed(heap)} MB, process ${signed(rss)} MB for 10,000 edits (limit of the heap: ${MAX_SLOPE} MB)`,
  );
  process.exitCode = heap > MAX_SLOPE ? 1 : 0;
}

/** Least-squares slope in MB per 10,000 edits. */
function slope(points, of) {
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [x, y] = [mean(points.map(({ done }) => done)), mean(points.map((point) => point[of]))];
  const covariance = points.reduce((sum, point) => sum + (point.done - x) * (point[of] - y), 0);
  const variance = points.reduce((sum, { done }) => sum + (done - x) ** 2, 0);
  return variance ? (covariance / variance) * 10_000 : 0;
}

function signed(number) {
  return `${number < 0 ? '' : '+'}${number.toFixed(2)}`;
}

/** Distributes `times` actions evenly over all edits. */
function isDue(edit, times) {
  return Math.floor(((edit + 1) * times) / edits) > Math.floor((edit * times) / edits);
}

function rangeOf(line, start, end) {
  return { start: { line, character: start }, end: { line, character: end } };
}

/** The third line is empty, for typing. */
function documentOf(lines) {
  const triples = Array.from(
    { length: lines },
    (_, number) => `  ?f${number} ns:${RELATIONS[number % RELATIONS.length]} ?p${number % 7} .`,
  );
  return `PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT DISTINCT ?p0 WHERE {\n\n${triples.join('\n')}\n}\n`;
}

function randomWord() {
  return Array.from({ length: 3 + below(8) }, () => pick(LETTERS.slice(0, 26))).join('');
}

function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
