/** Adds made-up facts between real entities to a dump, so that questions whose facts it lacks have an answer. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { AddedFacts } from './add-facts';
import type { MemoryGraph } from './memory-graph';
import type { GoldQuestion } from './question-sets';

/** Returns the questions that have an answer now. */
export function writeAnswerableKb(
  output: string,
  lacking: readonly GoldQuestion[],
  { dump, graph, schema }: { readonly dump: string; readonly graph: MemoryGraph; readonly schema: KbSchema },
): { readonly factCount: number; readonly completed: readonly GoldQuestion[] } {
  const facts = new AddedFacts(graph, schema);
  const completed = lacking.filter((question) => facts.add(question));
  writeFileSync(
    output,
    gzipSync(Buffer.concat([gunzipSync(readFileSync(dump)), Buffer.from(`${facts.lines.join('\n')}\n`)])),
  );
  return { factCount: facts.lines.length, completed };
}
