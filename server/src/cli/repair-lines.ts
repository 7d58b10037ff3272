/** Repairs a stream of lines, each answered by one. */
import { questionOf } from '../core/language/sparql/header';
import { parseQuery } from '../core/language/sparql/parse';
import { eachLine } from './json-lines';
import type { ExitStatus } from './outcomes';
import { failureOf, recordOf } from './repair-report';
import type { Work } from './repair-work';

export async function repairLines({ repair, keep, hasModel, signal }: Work, seen: ExitStatus): Promise<void> {
  await eachLine(async (line) => {
    const { id, question } = line;
    const isAsked = 'problem' in line && question !== undefined && hasModel;
    if ('problem' in line && !isAsked) {
      seen.fail();
      return { id, ...failureOf(null, line.problem) };
    }
    const query = 'query' in line ? line.query : undefined;
    const asked = question ?? (query === undefined ? undefined : questionIn(query));
    const outcome = await repair({
      ...(query !== undefined && { query }),
      ...(asked !== undefined && { question: asked }),
    });
    if ('problem' in outcome) return { id, ...failureOf(query ?? null, outcome.problem) };
    keep(id, outcome);
    return { id, ...recordOf(outcome) };
  }, signal);
}

function questionIn(query: string): string | undefined {
  return questionOf(parseQuery(query, 'virtuoso'))?.text;
}
