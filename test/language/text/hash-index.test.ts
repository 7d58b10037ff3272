import { describe, expect, it } from 'vitest';
import { HashIndex } from '../../../server/src/core/language/text/hash-index';

describe('A hash index', () => {
  const texts = ['film director', 'director', '', 'film actor', 'actor film actor'];
  const index = new HashIndex(texts.length, (number) => new Set(texts[number]?.split(' ')));

  it('finds the numbers of a key in ascending order', () => {
    expect(index.find('film')).toEqual([0, 3, 4]);
    expect(index.find('director')).toEqual([0, 1]);
    expect(index.find('')).toEqual([2]);
  });

  it('finds nothing for an unknown key, or if it is empty', () => {
    expect(index.find('genre')).toEqual([]);
    expect(new HashIndex(0, () => []).find('film')).toEqual([]);
  });

  it('keeps the numbers of many keys apart', () => {
    const many = new HashIndex(50_000, (number) => [`name ${number}`]);
    expect(many.find('name 49999')).toEqual([49_999]);
    expect(many.find('name 0')).toEqual([0]);
  });
});
