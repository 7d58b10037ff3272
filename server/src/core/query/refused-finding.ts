import type { Execution } from '../kb/knowledge-base';
import type { QueryModel } from '../language/sparql/model';
import type { Finding } from '../check/verifier';
import { isUpdate } from './refusal-before-sending';

/** What an engine refused, at its place in the query as it was run; nothing where nobody knows where, or we say so ourselves. */
export function refusedFinding(query: QueryModel, execution: Execution, kb: string): readonly Finding[] {
  if (execution.status !== 'refused' || !execution.place) return [];
  // That a KB is not to be changed is no mistake of the query.
  if (query.problems.length > 0 || isUpdate(query.text)) return [];
  return [
    {
      code: 'syntax',
      rule: 'engine',
      stage: 'text',
      strength: 'strong',
      severity: 'error',
      range: execution.place,
      message: execution.message,
      because: `The KB ${kb} refused the query here when it was last run.`,
      advice: '',
    },
  ];
}
