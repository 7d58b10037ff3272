import type { Weights } from './rank-entities';

/** Set by hand. */
export const WEIGHTS: Weights = {
  bias: -6,
  exact: 2,
  plural: 1,
  partial: 0,
  fuzzy: -0.5,
  alias: -0.5,
  slips: -0.5,
  coverage: 3,
  words: 0.7,
  'one word': -0.3,
  'no word': -3,
  letters: 1.5,
  nested: -2.5,
  popularity: 3,
  behind: -3,
  capital: 1,
  telling: 2,
  'type near': 0.7,
  'type far': 0.3,
  end: 0.5,
  begin: -0.5,
};
