/** Adds the answers of the gold queries on the KB, computed once by the embedded engine and cached. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { dumpKb } from '../store-kb';
import type { GoldQuestion } from './question-sets';

const FOLDER = join('.cache', 'gold-answers');

export async function addGoldAnswers(
  questions: readonly GoldQuestion[],
  dump: string,
): Promise<readonly GoldQuestion[]> {
  const file = join(FOLDER, `${basename(dump)}-${statSync(dump).size}.json`);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>) : {};
  const missing = questions.filter(({ sparql }) => !known[sparql]);
  if (missing.length) {
    const kb = dumpKb(dump, 'gold');
    const never = new AbortController().signal;
    for (const { sparql } of missing) {
      const execution = await kb.execute(sparql, { timeoutMs: 60_000, maxRows: 100_000 }, never);
      known[sparql] =
        execution.status === 'answered' && execution.answer.kind === 'table'
          ? [
              ...new Set(
                execution.answer.rows.flatMap(([term]) => (term ? [term.value.replace(FREEBASE, '')] : [])),
              ),
            ]
          : [];
    }
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, JSON.stringify(known));
  }
  // A single 0 is an empty count.
  return questions.map((one) => ({
    ...one,
    gold: (known[one.sparql] ?? []).join() === '0' ? [] : (known[one.sparql] ?? []),
  }));
}
