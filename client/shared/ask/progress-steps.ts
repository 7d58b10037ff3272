/** The progress of a question as a list of steps. */
import { plural, t } from '../l10n';
import { candidateTitle, strategyDescriptions } from './ask-texts';
import type { AskEventHead } from './ask-messages';
import { chipsOf } from './entity-chips';

export interface AskProgressStep {
  /** A step replaces the previous one with the same key. */
  readonly key: string;
  readonly text: string;
  readonly more?: readonly string[];
  readonly sign: 'done' | 'trouble';
  /** The number of events that it represents. */
  readonly count?: number;
}

/** Adds a step, or replaces the last one with the same key. */
export function addEvent(steps: readonly AskProgressStep[], event: AskEventHead): readonly AskProgressStep[] {
  const step = toStep(event, steps);
  if (!step) return steps;
  const at = steps.findLastIndex(({ key }) => key === step.key);
  // Only the number of tried queries is updated after another step was added.
  if (at < 0 || (at !== steps.length - 1 && step.key !== TRIED)) return [...steps, step];
  return steps.with(at, step);
}

const TRIED = 'tried';

function toStep(event: AskEventHead, steps: readonly AskProgressStep[]): AskProgressStep | undefined {
  switch (event.type) {
    case 'began':
      return {
        key: 'began',
        sign: 'done',
        text: `${strategyDescriptions()[event.strategy]} (${event.strategy})`,
      };
    case 'linked': {
      const names = chipsOf(event.linking).map(({ entity }) => entity.name);
      return {
        key: 'linked',
        sign: names.length > 0 ? 'done' : 'trouble',
        text: names.length > 0 ? t('Found {0}', joinNames(names)) : t('Found no known name in the question'),
        ...(event.linking.troubles.length > 0 && { more: event.linking.troubles }),
      };
    }
    case 'progress':
      return { key: 'progress', sign: 'done', text: event.message };
    case 'candidates':
      return {
        key: 'candidates',
        sign: 'done',
        text: plural(event.count, 'Generated {0} candidate query', 'Generated {0} candidate queries'),
        ...(event.best.length > 0 && { more: event.best.slice(0, MAX_BEST) }),
      };
    case 'considered': {
      const tried = 1 + (steps.find(({ key }) => key === TRIED)?.count ?? 0);
      return {
        key: TRIED,
        sign: 'done',
        count: tried,
        text: plural(tried, 'Tried {0} query', 'Tried {0} queries'),
        more: [candidateTitle(event.considered)],
      };
    }
    case 'thought':
      return { key: `thought ${event.purpose}`, sign: 'done', text: t('The model: {0}', event.purpose) };
    case 'repairing':
      return { key: 'repairing', sign: 'done', text: event.message };
    case 'fell-back':
      return {
        key: 'fell-back',
        sign: 'trouble',
        text: t('{0} gave no answer. Trying {1}.', event.from, event.to),
        more: [event.why],
      };
    case 'trouble':
      return { key: `trouble ${event.message}`, sign: 'trouble', text: event.message };
  }
}

const MAX_BEST = 3;

function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : t('{0} and {1}', names.slice(0, -1).join(', '), last);
}
