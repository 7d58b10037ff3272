import type { AskEvent, AskTargetResult } from '../../../server/src/protocol/index';
import { plain } from '../repair/plain-text';
import { progressOf } from '../repair/progress';

/** Asking in words. Nothing here knows the editor, so that every wording can be tested. */

/** On one line, as it is sent and kept: places in it are counted from its beginning. */
export const tidy = (question: string): string => question.replace(/\s+/g, ' ').trim();

type Target = Exclude<AskTargetResult, { readonly problem: string }>;

/** Says of each event what happens now, in a few words; nothing of what is over as soon as it is told. */
export function askProgressOf({ kb, model }: Target): (event: AskEvent) => string | undefined {
  const ofRepair = progressOf({ rounds: 0, kb, model: model?.name });
  let tried = 0;
  return (event) => {
    if (event.type === 'considered') tried += 1;
    return event.type === 'repair' ? ofRepair(event.event) : short(wordsFor(event, tried));
  };
}

function wordsFor(event: Exclude<AskEvent, { readonly type: 'repair' }>, tried: number): string | undefined {
  switch (event.type) {
    case 'began':
      return `looking for names in the question (${event.strategy})`;
    case 'linked':
      return linked(event.linking.entities.map(({ name }) => name));
    case 'progress':
      return event.message;
    case 'candidates':
      return `${event.count.toLocaleString('en')} ${event.count === 1 ? 'query' : 'queries'} could be meant`;
    case 'considered':
      return `${tried.toLocaleString('en')} ${tried === 1 ? 'query' : 'queries'} tried`;
    case 'thought':
      return `the model has answered: ${event.purpose}`;
    case 'fell-back':
      return `${event.from} found nothing, trying ${event.to}`;
    case 'trouble':
      return event.message;
    case 'decided':
      return undefined;
  }
}

const NAMES = 3;

function linked(names: readonly string[]): string {
  if (names.length === 0) return 'no name was found in the question';
  return `found ${names.slice(0, NAMES).join(', ')}${names.length > NAMES ? ' and others' : ''}`;
}

const MOST = 100;

function short(what: string | undefined): string | undefined {
  if (what === undefined) return undefined;
  const line = plain(tidy(what));
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
}
