/** What a model is shown for a question: what it names, and the relations, classes and paths that may be meant. */
import { isCommunity } from '../../schema/domains';
import { UNUSED, type KbSchema } from '../../schema/schema';
import type { LinkedLiteral, Linking } from '../../question/linking/linking';
import { isMediator } from '../../repair/context/relations';
import { relationsAtEntities } from '../../repair/context/entity-relations';
import type { RetrievedContext } from '../../repair/repair-ports';
import type { AskOptions, AskPorts, AskTask } from '../ask-ports';
import { pathPatterns } from '../../question/retrieval/path-patterns';
import { likelyEntities, withoutMentions } from '../names-in-question';

/** Names that many things have would fill the prompt. */
const MAX_ENTITIES = 12;
/** So much of what is shown the entities have; the rest is what the question says, whoever has it. */
const SHARE_REAL = 0.7;

/** So many more are ranked: of some, others say the same, or nobody uses them. */
const ENOUGH = 4;

/** Rejects only when `signal` is aborted; a KB that does not answer is done without. */
export async function retrieveContext(
  task: AskTask,
  linking: Linking,
  ports: Pick<AskPorts, 'schema' | 'kb' | 'retriever'>,
  { funFusic, limits }: Pick<AskOptions, 'funFusic' | 'limits'>,
  signal: AbortSignal,
): Promise<RetrievedContext> {
  const real = await relationsOfEntities(task, linking, ports, limits, signal);
  await ports.retriever.prepare(signal);
  return rankContext(task, linking, real, ports, funFusic);
}

/** Those that the entities have in the KB. */
export async function relationsOfEntities(
  { relations: only }: AskTask,
  linking: Linking,
  { schema, kb }: Pick<AskPorts, 'schema' | 'kb'>,
  limits: AskOptions['limits'],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const known = shownEntities(linking).map((iri) => ({ iri, unknown: false }));
  const all = await relationsAtEntities(kb.kb, schema, known, limits, signal);
  return only ? all.filter((id) => only.has(id)) : all;
}

function shownEntities({ entities }: Linking): readonly string[] {
  return entities.slice(0, MAX_ENTITIES).map(({ iri }) => iri);
}

export function rankContext(
  task: AskTask,
  linking: Linking,
  real: readonly string[],
  { schema, retriever }: Pick<AskPorts, 'schema' | 'retriever'>,
  { relations, classes, paths }: AskOptions['funFusic'],
): RetrievedContext {
  const { relations: only } = task;
  const question = withoutMentions(task.question, linking);
  const rank = (among: Iterable<string> | undefined = only): readonly string[] =>
    retriever
      .relations(question, { most: ENOUGH * relations, ...(among && { among }) })
      .map(({ id }) => usualWay(id, schema));
  const theirs = throughMediators(real, rank, schema).map((id) => usualWay(id, schema));
  const others = rank().filter((id) => !isCommunity(id));
  const first = theirs.slice(0, Math.ceil(relations * SHARE_REAL));
  return {
    entities: shownEntities(linking),
    chosen: task.entities !== undefined,
    values: linking.literals.map(valueOf),
    paths: pathPatterns(
      question,
      likelyEntities(linking, MAX_ENTITIES),
      { retriever, schema, real: new Set(real), only },
      paths,
    ),
    ...(only && { only }),
    relations: [...new Set([...first, ...others, ...theirs])].slice(0, relations),
    classes: retriever
      .classes(question, { most: ENOUGH * classes })
      .flatMap(({ id }) => (isCommunity(id) ? [] : [id]))
      .slice(0, classes),
    real,
  };
}

/** A relation that leads to a mediator is worth as much as the best that goes on from there. */
function throughMediators(
  real: readonly string[],
  ranked: (among: Iterable<string>) => readonly string[],
  schema: KbSchema,
): readonly string[] {
  const leadingTo = new Map<string, string>();
  for (const id of real) {
    const range = schema.relation(id)?.range;
    if (!isMediator(schema, range)) continue;
    for (const onward of schema.relationsOf(range)) if (!leadingTo.has(onward)) leadingTo.set(onward, id);
  }
  const theirs = new Set(real);
  const among = new Set([...real, ...leadingTo.keys()]);
  return [...new Set(ranked(among).map((id) => (theirs.has(id) ? id : (leadingTo.get(id) ?? id))))];
}

/** Of two that say the same the one that people use more. */
function usualWay(id: string, schema: KbSchema): string {
  const { reverse, use = UNUSED } = schema.relation(id) ?? {};
  if (reverse === undefined) return id;
  const other = schema.relation(reverse)?.use ?? UNUSED;
  return other.queries > use.queries ? reverse : id;
}

function valueOf({ value, datatype, kind, unit, comparison }: LinkedLiteral): string {
  const compared = comparison === undefined ? '' : `, ${COMPARED[comparison]}`;
  const said = kind === 'now' ? 'now' : kind;
  return `"${value}"^^<${datatype}> (${said}${compared}${unit === undefined ? '' : `, in ${unit}`})`;
}

const COMPARED = { lt: 'less than', le: 'at most', gt: 'more than', ge: 'at least' };
