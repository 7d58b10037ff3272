import { t } from '../l10n';
import {
  hidePasswords,
  type AskEvent,
  type AskTrace,
  type CandidateQuery,
} from '../../../server/src/protocol/index';
import { executionHead, traceHead } from '../heads';
import type { AskTraceHead, AskEventHead, CandidateHead } from './ask-messages';

/** The part of a trace that the page shows. It has all answers, but not the rows of candidates. */
export function askTraceHead({ considered, repair, result, ...trace }: AskTrace): AskTraceHead {
  return {
    ...trace,
    considered: considered.map(candidateHead),
    ...(repair && { repair: traceHead(repair) }),
    result: { ...result, ...(result.query !== undefined && { query: hidePasswords(result.query) }) },
  };
}

/** An event for the page; undefined for events that are sent as other messages. */
export function askEventHead(event: AskEvent): AskEventHead | undefined {
  switch (event.type) {
    case 'considered':
      return { type: 'considered', considered: candidateHead(event.considered) };
    case 'repair':
    case 'decided':
      return undefined;
    default:
      return event;
  }
}

function candidateHead({ execution, ...candidate }: CandidateQuery): CandidateHead {
  return {
    ...candidate,
    query: hidePasswords(candidate.query),
    ...(execution && { execution: executionHead(execution) }),
  };
}

/** The title of a question. */
export const questionTitle = ({ question }: Pick<AskTrace, 'question'>): string =>
  question.replace(/\s+/g, ' ').trim() || t('Question');
