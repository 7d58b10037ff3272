/** Replaces stages of the pipeline by gold. A stage without gold is not replaced. */
import type { AskPorts, AskTask } from '../core/ask/ask-ports';
import type { KbSchema } from '../core/schema/schema';
import type { EntityLinker } from '../core/question/linking/linking';
import type { Agreement } from '../core/describe/description';
import type { EvalQuestion } from './eval-question';
import { createGoldMatcher } from './score/gold-matcher';
import { parseGold } from './score/score-question';
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
  const parses = parseGold(gold, schema);
  const goldNames = (kind: 'entities' | 'relations'): readonly string[] | undefined => {
    const known = parses.flatMap(({ names }) => (names ? [names[kind]] : []));
    return known.length ? [...new Set(known.flat())] : undefined;
  };
  const entities = oracles.includes('entities') ? (gold.entities ?? goldNames('entities')) : undefined;
  const relations = oracles.includes('relations') ? goldNames('relations') : undefined;
  return {
    task: {
      question,
      ...(entities && { entities: await toEntityChoices(question, entities, schema, linker, signal) }),
      ...(relations && { relations: withReverses(relations, schema) }),
    },
    ...(oracles.includes('reading') && { judge: goldJudge(gold, schema) }),
  };
}

/** Adds the mention in the question to each entity that the linker finds too. */
async function toEntityChoices(
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

/** A relation and its reverse are equivalent. */
function withReverses(relations: readonly string[], schema: KbSchema): ReadonlySet<string> {
  return new Set(relations.flatMap((id) => [id, schema.relation(id)?.reverse ?? id]));
}

function goldJudge(gold: EvalQuestion['gold'], schema: KbSchema): NonNullable<AskPorts['judge']> {
  const matches = createGoldMatcher(gold, schema);
  return (query, answers) => {
    const same = answers && matches({ query, answers });
    return same === undefined ? undefined : toAgreement(same);
  };
}

function toAgreement(same: boolean): Agreement {
  return {
    verdict: same ? 'same' : 'different',
    explanation: same ? 'It gives the gold answers.' : 'Gold has other answers.',
    by: 'gold',
  };
}
