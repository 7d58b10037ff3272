/** Uses gold instead of a stage of asking. A stage without gold is not changed. */
import type { AskPorts, AskTask } from '../core/ask/ask-ports';
import type { KbSchema } from '../core/schema/schema';
import type { EntityLinker } from '../core/question/linking/linking';
import type { Agreement } from '../core/describe/description';
import type { EvalQuestion } from './eval-question';
import { matchesGold } from './score/matches-gold';
import { parsedGold } from './score/score-question';
import type { Oracle } from './switches';

export interface WithOracles {
  readonly task: AskTask;
  readonly judge?: AskPorts['judge'];
}

export async function withOracles(
  { question, gold }: EvalQuestion,
  oracles: readonly Oracle[],
  { schema, linker }: { readonly schema: KbSchema; readonly linker: EntityLinker },
  signal: AbortSignal,
): Promise<WithOracles> {
  const readings = parsedGold(gold, schema);
  const named = (what: 'entities' | 'relations'): readonly string[] | undefined => {
    const known = readings.flatMap(({ names }) => (names ? [names[what]] : []));
    return known.length ? [...new Set(known.flat())] : undefined;
  };
  const entities = oracles.includes('entities') ? (gold.entities ?? named('entities')) : undefined;
  const relations = oracles.includes('relations') ? named('relations') : undefined;
  return {
    task: {
      question,
      ...(entities && { entities: await chosen(question, entities, schema, linker, signal) }),
      ...(relations && { relations: withReverses(relations, schema) }),
    },
    ...(oracles.includes('reading') && { judge: judgeBy(gold, schema) }),
  };
}

/** With their mentions in the question, if the linker finds them too. */
async function chosen(
  question: string,
  ids: readonly string[],
  schema: KbSchema,
  linker: EntityLinker,
  signal: AbortSignal,
): Promise<NonNullable<AskTask['entities']>> {
  const { entities } = await linker.link(question, undefined, signal);
  return ids.map((id) => {
    const mention = entities.find((entity) => entity.id === id)?.mention;
    return { iri: id.includes('://') ? id : schema.namespace + id, ...(mention && { mention }) };
  });
}

/** A relation and its reverse mean the same. */
function withReverses(relations: readonly string[], schema: KbSchema): ReadonlySet<string> {
  return new Set(relations.flatMap((id) => [id, schema.relation(id)?.reverse ?? id]));
}

function judgeBy(gold: EvalQuestion['gold'], schema: KbSchema): NonNullable<AskPorts['judge']> {
  const asks = matchesGold(gold, schema);
  return (query, answers) => {
    const same = answers && asks({ query, answers });
    return same === undefined ? undefined : verdict(same);
  };
}

function verdict(same: boolean): Agreement {
  return {
    verdict: same ? 'same' : 'different',
    explanation: same ? 'It gives the gold answers.' : 'Gold has other answers.',
    by: 'gold',
  };
}
