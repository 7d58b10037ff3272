/** The evidence: which facts of the KB a query's pattern met around its answers. */
import { predicateInWords } from '../schema/outline-words';
import type { EntityCard, KnowledgeBase, RdfTerm } from '../kb/knowledge-base';
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import type { QueryModel, Term } from '../language/sparql/model';
import { queryRows, type Rows } from './query-rows';
import { canBeAsked, type EntityDirectory } from './entity-directory';
import type { NameOptions } from './entity-queries';
import { evidenceQueries, TAG } from './evidence-query';
import { ranked } from './fact-order';
import { factsAround } from './fact-queries';
import { GraphBuilder, type GraphNode, type GraphResult } from './graph';
import { patternOf } from './pattern';

const MAX_ANSWERS = 20;
const LIMITS = { timeoutMs: 15_000, maxRows: 200 };
/** Where the pattern itself cannot be shown. */
const MAX_FACTS = 10;
const FACTS_OF_A_KIND = 2;

interface Link {
  readonly from: RdfTerm;
  readonly to: RdfTerm;
  readonly label: string;
  readonly detail: string;
}

export async function neighbourhood(
  kb: KnowledgeBase,
  directory: EntityDirectory,
  query: QueryModel,
  iris: readonly string[],
  reading: NameOptions,
  signal: AbortSignal,
): Promise<GraphResult> {
  const answers = iris.filter(canBeAsked).slice(0, MAX_ANSWERS);
  const graph = new GraphBuilder();
  if (iris.length > answers.length) graph.cut();
  let problem: string | undefined;
  let links: readonly Link[] = [];
  for (const text of evidenceQueries(query, answers, LIMITS.maxRows)) {
    const rows = await queryRows(kb, text, LIMITS, signal);
    if ('problem' in rows) problem = rows.problem;
    else {
      if (rows.incomplete !== undefined) graph.cut();
      links = linksIn(query, rows);
    }
    if (links.length) break;
  }
  if (!links.length) {
    links = await directFacts(kb, answers, reading, signal);
    if (links.length) graph.cut();
  }
  const terms = links.flatMap(({ from, to }) => [from, to]);
  const cards = await directory.lookUp([...answers, ...valuesOfIris(terms)], signal);
  const wanted = new Set(answers);
  // The answers have room before all others.
  for (const iri of answers) graph.node(nodeOf({ type: 'uri', value: iri }, wanted, cards, reading.schema));
  for (const { from, to, label, detail } of links) {
    const start = graph.node(nodeOf(from, wanted, cards, reading.schema));
    const end = graph.node(nodeOf(to, wanted, cards, reading.schema, start));
    if (start !== undefined && end !== undefined) graph.edge({ from: start, to: end, label, detail });
  }
  return graph.result(links.length ? undefined : (problem ?? 'Nothing was found around the answers.'));
}

/** The triples of the pattern with the values that a solution gives them. */
function linksIn({ text, query }: QueryModel, { rows, columns }: Rows): readonly Link[] {
  const { triples } = patternOf(query);
  const links: Link[] = [];
  for (const row of rows) {
    const valueOf = (term: Term, key: string): RdfTerm | undefined => {
      if (term.kind === 'iri') return { type: 'uri', value: term.iri };
      if (term.kind === 'literal')
        return {
          type: 'literal',
          value: term.value,
          ...(term.language === undefined ? { datatype: term.datatype } : { 'xml:lang': term.language }),
        };
      return term.kind === 'variable' ? (row[columns.indexOf(key.slice(1))] ?? undefined) : undefined;
    };
    for (const { triple, subject, object, perhaps, seen } of triples) {
      const came = perhaps.every((group) => row[columns.indexOf(`${TAG}${group.range.start}`)]);
      const from = valueOf(triple.subject, subject);
      const to = valueOf(triple.object, object);
      if (!seen || !came || !from || !to) continue;
      const relation =
        triple.predicate.kind === 'variable'
          ? valueOf(triple.predicate, `?${triple.predicate.name}`)
          : undefined;
      links.push({
        from,
        to,
        label: relation ? labelOf(relation.value) : predicateInWords(text, triple.predicate),
        detail: relation?.value ?? text.slice(triple.predicate.range.start, triple.predicate.range.end),
      });
    }
  }
  return links;
}

/** A few facts about each answer, where the query cannot say how it came to it. */
async function directFacts(
  kb: KnowledgeBase,
  answers: readonly string[],
  reading: NameOptions,
  signal: AbortSignal,
): Promise<readonly Link[]> {
  const links: Link[] = [];
  for (const iri of answers.slice(0, 5)) {
    const { facts } = await factsAround(kb, iri, 'out', FACTS_OF_A_KIND, signal);
    const groups = new Map<string, RdfTerm[]>();
    for (const { relation, term } of facts) groups.set(relation, [...(groups.get(relation) ?? []), term]);
    const raw = [...groups].map(([relation, terms]) => ({
      relation,
      terms,
      direction: 'out' as const,
      truncated: false,
    }));
    const telling = ranked(raw, reading).filter(({ system }) => !system);
    for (const { relation, terms } of telling.slice(0, MAX_FACTS))
      for (const to of terms.slice(0, FACTS_OF_A_KIND))
        links.push({
          from: { type: 'uri', value: iri },
          to,
          label: labelOf(reading.schema?.idOf(relation) ?? relation),
          detail: relation,
        });
  }
  return links;
}

function valuesOfIris(terms: readonly RdfTerm[]): readonly string[] {
  return terms.filter(({ type }) => type === 'uri').map(({ value }) => value);
}

const MAX_LITERAL_LENGTH = 60;

/** A literal belongs to the node that it is said of. */
function nodeOf(
  term: RdfTerm,
  answers: ReadonlySet<string>,
  cards: ReadonlyMap<string, EntityCard>,
  schema: KbSchema | undefined,
  owner = '',
): GraphNode {
  const { type, value } = term;
  if (type === 'literal')
    return {
      id: `${owner}\n${value}`,
      label:
        value.length > MAX_LITERAL_LENGTH
          ? `${Array.from(value).slice(0, MAX_LITERAL_LENGTH).join('')}…`
          : value,
      kind: 'literal',
      answer: false,
      ...((term['xml:lang'] ?? term.datatype) !== undefined && {
        detail: term['xml:lang'] ?? term.datatype ?? '',
      }),
    };
  const id = schema?.idOf(value) ?? value;
  const card = cards.get(value);
  const isClass = type === 'uri' && schema?.hasType(id) === true;
  const mediator = card?.mediator === true;
  const [firstType] = card?.types ?? [];
  const words = isClass ? labelOf(id) : mediator && firstType !== undefined ? labelOf(firstType) : id;
  return {
    id: type === 'bnode' ? `_:${value}` : value,
    label: card?.name ?? words,
    kind: isClass ? 'class' : mediator ? 'mediator' : 'entity',
    answer: answers.has(value),
    ...(type === 'uri' && { iri: value }),
    detail: [id, ...(card?.types.length ? [`Types: ${card.types.slice(0, 6).join(', ')}`] : [])].join('\n'),
  };
}
