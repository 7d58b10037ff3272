/** What goes on while a question is answered, as a list that grows and whose last lines change. */
import { plural, t } from '../l10n';
import { consideredTitle, strategyWords } from './asked-words';
import type { AskEventHead } from './asked-messages';
import { chipsOf } from './chips';

export interface Step {
  /** Steps of one key follow each other on one line. */
  readonly key: string;
  readonly text: string;
  readonly more?: readonly string[];
  readonly sign: 'done' | 'trouble';
  /** How many it stands for. */
  readonly count?: number;
}

/** One step more, or the last of its key told anew. */
export function withEvent(steps: readonly Step[], event: AskEventHead): readonly Step[] {
  const step = stepOf(event, steps);
  if (!step) return steps;
  const at = steps.findLastIndex(({ key }) => key === step.key);
  // What comes again after something else is another step, but for the count of what was tried.
  if (at < 0 || (at !== steps.length - 1 && step.key !== TRIED)) return [...steps, step];
  return steps.with(at, step);
}

const TRIED = 'tried';

function stepOf(event: AskEventHead, steps: readonly Step[]): Step | undefined {
  switch (event.type) {
    case 'began':
      return { key: 'began', sign: 'done', text: `${strategyWords()[event.strategy]} (${event.strategy})` };
    case 'linked': {
      const names = chipsOf(event.linking).map(({ entity }) => entity.name);
      return {
        key: 'linked',
        sign: names.length > 0 ? 'done' : 'trouble',
        text: names.length > 0 ? t('Found {0}', joined(names)) : t('Found no known name in the question'),
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
        ...(event.best.length > 0 && { more: event.best.slice(0, MOST_BEST) }),
      };
    case 'considered': {
      const tried = 1 + (steps.find(({ key }) => key === TRIED)?.count ?? 0);
      return {
        key: TRIED,
        sign: 'done',
        count: tried,
        text: plural(tried, 'Tried {0} query', 'Tried {0} queries'),
        more: [consideredTitle(event.considered)],
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
        text: t('{0} found nothing. Trying {1}.', event.from, event.to),
        more: [event.why],
      };
    case 'trouble':
      return { key: `trouble ${event.message}`, sign: 'trouble', text: event.message };
  }
}

const MOST_BEST = 3;

function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : t('{0} and {1}', names.slice(0, -1).join(', '), last);
}
