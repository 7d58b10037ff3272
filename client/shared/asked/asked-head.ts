import { t } from '../l10n';
import {
  hidePasswords,
  type AskEvent,
  type AskTrace,
  type CandidateQuery,
} from '../../../server/src/protocol/index';
import { executionHead, traceHead } from '../heads';
import type { AskedHead, AskEventHead, ConsideredHead } from './asked-messages';

/** All of a question asked that is shown: answers whole, of what else was tried only what it came to. */
export function askedHead({ considered, repair, result, ...trace }: AskTrace): AskedHead {
  return {
    ...trace,
    considered: considered.map(consideredHead),
    ...(repair && { repair: traceHead(repair) }),
    result: { ...result, ...(result.query !== undefined && { query: hidePasswords(result.query) }) },
  };
}

/** An event as the page shows it; undefined for what comes in another way: rounds of repairs in words, the result whole. */
export function askEventHead(event: AskEvent): AskEventHead | undefined {
  switch (event.type) {
    case 'considered':
      return { type: 'considered', considered: consideredHead(event.considered) };
    case 'repair':
    case 'decided':
      return undefined;
    default:
      return event;
  }
}

function consideredHead({ execution, ...considered }: CandidateQuery): ConsideredHead {
  return {
    ...considered,
    query: hidePasswords(considered.query),
    ...(execution && { execution: executionHead(execution) }),
  };
}

/** What a question asked is called. */
export const titleOfAsked = ({ question }: Pick<AskTrace, 'question'>): string =>
  question.replace(/\s+/g, ' ').trim() || t('Question');
