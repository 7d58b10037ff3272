/** Gold in the place of a stage of asking. What gold does not tell is left as it is. */
import type { AskPorts, AskTask } from '../ask/ask-ports';
import type { KbSchema } from '../kb/schema';
import type { EntityLinker } from '../link/linking';
import type { Agreement } from '../read/reading';
import { sameGraph } from '../sexpr/same-graph';
import type { EvalQuestion } from './eval-question';
import { answerKeys } from './score/answer-key';
import { isSame } from './score/answer-scores';
import { formOf } from './score/forms';
import { knownAnswers, readingsOf } from './score/score-question';
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

/** A query asks the question if it answers as gold does; one without an answer, if its form is gold's. */
function judgeBy(gold: EvalQuestion['gold'], schema: KbSchema): NonNullable<AskPorts['judge']> {
  const known = knownAnswers(gold).map(answerKeys);
  const forms = readingsOf(gold, schema).flatMap(({ form }) => form ?? []);
  return (query, answers) => {
    if (!answers || !known.length) return undefined;
    const told = answerKeys(answers);
    if (told.size || known.every(({ size }) => size)) return verdict(known.some((set) => isSame(told, set)));
    const form = formOf({ sparql: query }, schema);
    return form && forms.length ? verdict(forms.some((one) => sameGraph(one, form, schema))) : undefined;
  };
}

function verdict(same: boolean): Agreement {
  return {
    verdict: same ? 'same' : 'different',
    explanation: same ? 'It answers as gold does.' : 'Gold answers otherwise.',
    by: 'gold',
  };
}
