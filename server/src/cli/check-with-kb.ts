/** Opens the facts of a KB for checks: its entities, patterns that can match, and the comparison of a query with its question. */
import { compareByRanking } from '../core/ask/rank-for-question';
import { EntityDirectory } from '../core/query/entity-directory';
import { KbCheckEvidence } from '../core/query/kb-check-evidence';
import type { KbSchema } from '../core/schema/schema';
import { toAskOptions } from '../settings/work-options';
import { unwrap } from './arguments';
import { whyUnreachable, type NamedKbs } from './knowledge-base';
import { rankingPorts } from './repairer';
import { showStep } from './terminal';

/** Loads the KB. Fails if it cannot be reached. */
export async function openEvidence(
  kbs: NamedKbs,
  name: string,
  schema: KbSchema | undefined,
  signal: AbortSignal,
): Promise<KbCheckEvidence> {
  const { settings } = kbs;
  const kb = unwrap(kbs.open(name));
  await kb.prepare?.(showStep, signal);
  const timeoutMs = settings.run.timeoutSeconds * 1000;
  const problem = await whyUnreachable(kb, timeoutMs, signal);
  if (problem !== undefined) unwrap({ problem });
  const directory = new EntityDirectory(kb, { schema, language: settings.names.language });
  if (!schema) return new KbCheckEvidence(kb, directory);
  return new KbCheckEvidence(kb, directory, (query, question, stop) =>
    compareByRanking(
      query,
      question,
      rankingPorts(settings, name, { kb, directory }, schema, timeoutMs),
      toAskOptions(settings),
      stop,
    ),
  );
}
