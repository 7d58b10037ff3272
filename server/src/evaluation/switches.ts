/** Parts that can be switched off for an ablation, and stages that gold can replace. */
import type { AskOptions } from '../core/ask/ask-ports';
import { findingCodes } from '../core/check/suite';

/** The parts of the loop that can be switched off. */
export const PARTS = [
  /** The ranked candidates of fun-fusic; without them, and with published votes, it works as published. */
  'candidates',
  /** The model describes a query before it judges whether it asks the question; without this, templates describe it. */
  'back-translation',
  /** Attempts vote if none passes every check. */
  'self-consistency',
  /** Questions with their queries in the prompt. */
  'exemplars',
  /** Further attempts after the first. */
  'rounds',
  /** A second strategy if the first finds no answer. */
  'fall-back',
  /** Rejection of answers below a confidence, if no model judges. */
  'threshold',
] as const;
type Part = (typeof PARTS)[number];
/** A part, or the code of a check such as `grounding`. */
export type Switch = string;

export const SWITCHES: readonly Switch[] = [...PARTS, ...findingCodes];

/** Stages that gold can replace: entity linking, relation retrieval, and whether a query asks the question. */
export const ORACLES = ['entities', 'relations', 'reading'] as const;
export type Oracle = (typeof ORACLES)[number];

export function withSwitchesOff(options: AskOptions, off: readonly Switch[]): AskOptions {
  return off.reduce((changed, one) => {
    const part = PARTS.find((name) => name === one);
    return { ...changed, ...(part ? PART_OFF[part] : switchCheckOff(changed, one)) };
  }, options);
}

const PART_OFF: Readonly<Record<Part, Partial<AskOptions>>> = {
  candidates: { candidates: false },
  'back-translation': { backTranslation: false },
  'self-consistency': { selfConsistency: false },
  exemplars: { exemplars: 0 },
  rounds: { rounds: 0 },
  'fall-back': { fallBack: false },
  threshold: { threshold: 0 },
};

function switchCheckOff({ severities }: AskOptions, code: string): Partial<AskOptions> {
  return { severities: { ...severities, [code]: 'off' } };
}
