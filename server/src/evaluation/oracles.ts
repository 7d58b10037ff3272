/** Gold in the place of a stage of asking. What gold does not tell is left as it is. */
import type { AskPorts, AskTask } from '../core/ask/ask-ports';
import type { KbSchema } from '../core/schema/schema';
import type { EntityLinker } from '../core/question/linking/linking';
import type { Agreement } from '../core/describe/description';
import type { EvalQuestion } from './eval-question';
import { asksAsGold } from './score/asks-as-gold';
import { readingsOf } from './score/score-question';
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
  const readings = readingsOf(gold, schema);
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

/** With the words of the question that they stand for, where the linker has found them too. */
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

/** A relation and its reverse say the same. */
function withReverses(relations: readonly string[], schema: KbSchema): ReadonlySet<string> {
  return new Set(relations.flatMap((id) => [id, schema.relation(id)?.reverse ?? id]));
}

function judgeBy(gold: EvalQuestion['gold'], schema: KbSchema): NonNullable<AskPorts['judge']> {
  const asks = asksAsGold(gold, schema);
  return (query, answers) => {
    const same = answers && asks({ query, answers });
    return same === undefined ? undefined : verdict(same);
  };
}

function verdict(same: boolean): Agreement {
  return {
    verdict: same ? 'same' : 'different',
    explanation: same ? 'It answers as gold does.' : 'Gold answers otherwise.',
    by: 'gold',
  };
}
