/** Options with parts of the loop, and checks by their code, switched off. */
import type { AskOptions } from '../core/ask/ask-ports';
import { PARTS, type Part, type Switch } from './switches';

export function withSwitchesOff(options: AskOptions, off: readonly Switch[]): AskOptions {
  return off.reduce((changed, one) => {
    const part = PARTS.find((name) => name === one);
    return { ...changed, ...(part ? PART_OFF[part] : checkOff(changed, one)) };
  }, options);
}

const PART_OFF: Readonly<Record<Part, Partial<AskOptions>>> = {
  'back-translation': { backTranslation: false },
  'self-consistency': { selfConsistency: false },
  exemplars: { exemplars: 0 },
  rounds: { rounds: 0 },
  'fall-back': { fallBack: false },
  threshold: { threshold: 0 },
};

function checkOff({ severities }: AskOptions, code: string): Partial<AskOptions> {
  return { severities: { ...severities, [code]: 'off' } };
}
