/** What the gold queries answer on the KB: worked out once, by the real engine, and kept in the cache folder. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { dumpKb } from '../store-kb';
import type { AskedQuestion } from './question-sets';

const FILE = '.cache/asks/gold.json';

export async function withGold(
  questions: readonly AskedQuestion[],
  dump: string,
): Promise<readonly AskedQuestion[]> {
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
  // A lone 0 is what counting nothing gives.
  return questions.map((one) => ({
    ...one,
    gold: (known[one.sparql] ?? []).join() === '0' ? [] : (known[one.sparql] ?? []),
  }));
}
