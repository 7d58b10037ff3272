/** Checks queries with the facts of a KB: its entities, patterns that can match, and the comparison with a question. */
import { askParts } from '../compose/index';
import { compareByRanking } from '../core/ask/rank-for-question';
import type { CheckOptions } from '../core/check/check';
import type { Finding } from '../core/check/verifier';
import type { QueryModel } from '../core/language/sparql/model';
import { EntityDirectory } from '../core/query/entity-directory';
import { KbCheckEvidence, type CompareWithQuestion } from '../core/query/kb-check-evidence';
import type { KbSchema } from '../core/schema/schema';
import { toAskOptions } from '../settings/work-options';
import { unwrap } from './arguments';
import { whyUnreachable, type NamedKbs } from './knowledge-base';
import { showStep } from './terminal';

export type CheckOneQuery = (query: QueryModel, options: CheckOptions) => Promise<readonly Finding[]>;

/** Loads the KB. Fails if it cannot be reached. */
export async function createKbCheck(
  kbs: NamedKbs,
  name: string,
  schema: KbSchema | undefined,
  signal: AbortSignal,
): Promise<CheckOneQuery> {
  const { settings } = kbs;
  const kb = unwrap(kbs.open(name));
  await kb.prepare?.(showStep, signal);
  const timeoutMs = settings.run.timeoutSeconds * 1000;
  const problem = await whyUnreachable(kb, timeoutMs, signal);
  if (problem !== undefined) unwrap({ problem });
  const { language } = settings.names;
  const directory = new EntityDirectory(kb, { schema, language });
  const compare: CompareWithQuestion | undefined =
    schema &&
    ((query, question, stop) => {
      const config = settings.knowledgeBases[name];
      const parts = askParts(kb, { schema, directory, config, language, timeoutMs });
      const ports = { ...parts, schema, kb: { kb, directory }, date: () => new Date().toISOString() };
      return compareByRanking(query, question, ports, toAskOptions(settings), stop);
    });
  const evidence = new KbCheckEvidence(kb, directory, compare);
  return (query, options) => evidence.verify(query, options, signal);
}
