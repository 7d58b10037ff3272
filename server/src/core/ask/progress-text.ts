/** Formats the progress of a question as one line. */
import type { AskEvent } from './ask-events';

/** Returns undefined for events without a line. Repair events have their own text. */
export function formatAskEvent(event: Exclude<AskEvent, { readonly type: 'repair' }>): string | undefined {
  switch (event.type) {
    case 'began':
      return `${event.strategy}: linking the question …`;
    case 'linked': {
      const names = event.linking.entities.slice(0, 3).map(({ name }) => name);
      return names.length ? `may be about ${names.join(', ')}` : 'no entity of the KB found in the question';
    }
    case 'candidates':
      return `${event.count} candidate queries`;
    case 'considered':
      return `tried: ${event.considered.path ?? event.considered.sexpr ?? 'a query'}`;
    case 'fell-back':
      return `${event.from} gave no answer; ${event.to} is next`;
    case 'progress':
    case 'trouble':
      return event.message;
    case 'thought':
    case 'decided':
      return undefined;
  }
}
