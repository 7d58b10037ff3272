/** What can be switched off to see what it is worth, and what can be given away to see what its lack costs. */

/** Every check by its code, and the parts of the loop. */
export const PARTS = [
  'back-translation',
  'self-consistency',
  'exemplars',
  'rounds',
  'search',
  'fall-back',
] as const;
export type Part = (typeof PARTS)[number];
/** A part, or the code of a check such as `grounding`. */
export type Switch = string;

/** Gold in the place of a stage: what the question names, which relations count, whether a query asks the question. */
export const ORACLES = ['entities', 'relations', 'reading'] as const;
export type Oracle = (typeof ORACLES)[number];
