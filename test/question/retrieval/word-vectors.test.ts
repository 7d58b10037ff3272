import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWordVectors } from '../../../server/src/adapters/word-vectors';
import {
  cosine,
  encodeWordVectors,
  readWordVectors,
} from '../../../server/src/core/question/retrieval/word-vectors';

const FILE = join(__dirname, '..', '..', '..', 'server', 'data', 'words.vec');

describe('word vectors', () => {
  const bytes = encodeWordVectors(2, [
    ['east', [3, 0]],
    ['north', [0, 0.5]],
    ['north-east', [1, 1]],
  ]);

  it('are read back with the same direction and length 1', () => {
    const vectors = readWordVectors(bytes);
    expect([vectors.size, vectors.dimensions]).toEqual([3, 2]);
    expect([...(vectors.vector('east') ?? [])]).toEqual([1, 0]);
    expect([...(vectors.vector('north') ?? [])]).toEqual([0, 1]);
    expect(vectors.vector('north-east')?.[0]).toBeCloseTo(Math.SQRT1_2);
    expect(vectors.vector('east')).toBe(vectors.vector('east'));
    expect(vectors.vector('west')).toBeUndefined();
  });

  it('of two known words in one are between theirs', () => {
    const vectors = readWordVectors(bytes);
    expect(vectors.vector('northeast')?.[0]).toBeCloseTo(Math.SQRT1_2);
    expect(vectors.vector('northeast')).toBe(vectors.vector('northeast'));
    expect(vectors.vector('northwest')).toBeUndefined();
  });

  it('are read from the middle of a buffer', () => {
    const longer = new Uint8Array(bytes.length + 8);
    longer.set(bytes, 5);
    expect(readWordVectors(longer.subarray(5, 5 + bytes.length)).size).toBe(3);
  });

  it.each([
    ['of another kind', new Uint8Array(64), /not a file of word vectors/],
    ['that is empty', new Uint8Array(0), /not a file of word vectors/],
    ['that is cut off', bytes.subarray(0, -1), /bytes instead of \d+/],
    ['of a later version', changed(4, 9), /version 9/],
    ['in which a byte was changed', changed(bytes.length - 1, 77), /damaged/],
  ])('are rejected from a file %s', (_, broken, reason) => {
    expect(() => readWordVectors(broken)).toThrow(reason);
  });

  function changed(at: number, value: number): Uint8Array {
    const copy = bytes.slice();
    copy[at] = value;
    return copy;
  }

  it('are empty for a missing file, with a message what to do', () => {
    const vectors = openWordVectors(join(__dirname, 'nothing.vec'));
    expect(vectors.vector('film')).toBeUndefined();
    expect(vectors.problem).toMatch(/nothing\.vec cannot be used: .*Reinstall/);
  });
});

describe('bundled word vectors', () => {
  const vectors = readWordVectors(readFileSync(FILE));
  const similarity = (left: string, right: string): number => {
    const [leftVector, rightVector] = [vectors.vector(left), vectors.vector(right)];
    if (!leftVector || !rightVector) throw new Error(`${left} or ${right} is missing`);
    return cosine(leftVector, rightVector);
  };

  it.each([
    ['wife', 'husband', 'river'],
    ['currency', 'money', 'actor'],
    ['author', 'writer', 'airport'],
    ['stadium', 'arena', 'religion'],
  ])('place %s nearer to %s than to %s', (word, near, far) => {
    expect(similarity(word, near)).toBeGreaterThan(similarity(word, far) + 0.2);
  });
});
