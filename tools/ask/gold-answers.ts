/** Adds the answers of the gold queries on the KB, computed once by the embedded engine and cached. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { dumpKb } from '../store-kb';
import type { GoldQuestion } from './question-sets';

const FILE = '.cache/asks/gold.json';

export async function addGoldAnswers(
  questions: readonly GoldQuestion[],
  dump: string,
): Promise<readonly GoldQuestion[]> {
  const known = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string[]>) : {};
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
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify(known));
  }
  // A single 0 is an empty count.
  return questions.map((one) => ({
    ...one,
    gold: (known[one.sparql] ?? []).join() === '0' ? [] : (known[one.sparql] ?? []),
  }));
}
