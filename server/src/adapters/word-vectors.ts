import { readFileSync } from 'node:fs';
import type { WordVectors } from '../core/question/retrieval/retrieval';
import { readWordVectors } from '../core/question/retrieval/word-vectors';

/** Word vectors from a file, loaded on first use. An unusable file has no vectors and a problem. */
export function openWordVectors(file: string): WordVectors {
  let read: WordVectors | undefined;
  const vectors = (): WordVectors => (read ??= readOrNone(file));
  return {
    get dimensions() {
      return vectors().dimensions;
    },
    get size() {
      return vectors().size;
    },
    get problem() {
      return vectors().problem;
    },
    vector: (word) => vectors().vector(word),
  };
}

function readOrNone(file: string): WordVectors {
  try {
    return readWordVectors(readFileSync(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `The word vectors in ${file} cannot be used: ${reason}. Relations are matched without them. Reinstall the extension.`;
    return { dimensions: 0, size: 0, problem, vector: () => undefined };
  }
}
