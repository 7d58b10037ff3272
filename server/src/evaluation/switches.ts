/** Parts that can be switched off for an ablation, and stages that gold can replace. */
import type { AskOptions } from '../core/ask/ask-ports';
import { findingCodes } from '../core/check/suite';

/** The parts of the loop that can be switched off, and the options without them. */
const PART_OFF: Readonly<Record<string, Partial<AskOptions>>> = {
  /** The ranked candidates of fun-fusic; without them, and with published votes, it works as published. */
  candidates: { candidates: false },
  /** The model describes a query before it judges whether it asks the question; without this, templates describe it. */
  'back-translation': { backTranslation: false },
  /** Attempts vote if none passes every check. */
  'self-consistency': { selfConsistency: false },
  /** Questions with their queries in the prompt. */
  exemplars: { exemplars: 0 },
  /** Further attempts after the first. */
  rounds: { rounds: 0 },
  /** A second strategy if the first finds no answer. */
  'fall-back': { fallBack: false },
  /** Rejection of answers below a confidence, if no model judges. */
  threshold: { threshold: 0 },
};
export const PARTS = Object.keys(PART_OFF);
/** A part, or the code of a check such as `grounding`. */
export type Switch = string;

export const SWITCHES: readonly Switch[] = [...PARTS, ...findingCodes];

/** Stages that gold can replace: entity linking, relation retrieval, and whether a query asks the question. */
export const ORACLES = ['entities', 'relations', 'reading'] as const;
export type Oracle = (typeof ORACLES)[number];

export function withSwitchesOff(options: AskOptions, off: readonly Switch[]): AskOptions {
  return off.reduce((changed, one) => {
    const checkOff = { severities: { ...changed.severities, [one]: 'off' as const } };
    return { ...changed, ...(PART_OFF[one] ?? checkOff) };
  }, options);
}
