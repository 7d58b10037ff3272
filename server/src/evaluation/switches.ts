/** What can be switched off to see what it is worth, and what can be given away to see what its lack costs. */
import { codes } from '../core/check/suite';

/** The parts of the loop. */
export const PARTS = [
  /** The model puts a query into words before it judges whether it asks the question; templates do otherwise. */
  'back-translation',
  /** Attempts vote where none passed every check. */
  'self-consistency',
  /** Questions with their queries that a model is shown. */
  'exemplars',
  /** Further attempts after the first. */
  'rounds',
  /** Another strategy where the first finds nothing. */
  'fall-back',
  /** That an answer of little confidence is withheld, where no model judges. */
  'threshold',
] as const;
export type Part = (typeof PARTS)[number];
/** A part, or the code of a check such as `grounding`. */
export type Switch = string;

export const SWITCHES: readonly Switch[] = [...PARTS, ...codes];

/** Gold in the place of a stage: what the question names, which relations count, whether a query asks the question. */
export const ORACLES = ['entities', 'relations', 'reading'] as const;
export type Oracle = (typeof ORACLES)[number];
