/** The evidence for answers: the facts of the KB that the pattern of a query matched. */
import { shortPredicateText } from '../schema/short-text';
import type { EntityNameAndTypes, KnowledgeBase, RdfTerm } from '../kb/knowledge-base';
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import type { QueryModel, Term } from '../language/sparql/model';
import { queryRows, type QueryRows } from './query-rows';
import { isQueryableIri, type EntityDirectory } from './entity-directory';
import type { NameOptions } from './entity-queries';
import { evidenceQueries, MARKER_PREFIX } from './evidence-query';
import { groupByRelation, rankGroups } from './fact-order';
import { factsAround } from './fact-queries';
import { GraphBuilder, type GraphNode, type GraphResult } from './graph';
import { patternOf } from './pattern';

const MAX_ANSWERS = 20;
const LIMITS = { timeoutMs: 15_000, maxRows: 200 };
/** Facts per answer if the pattern cannot be shown. */
const MAX_FACTS = 10;
const MAX_FACTS_PER_RELATION = 2;

interface EvidenceLink {
  readonly from: RdfTerm;
  readonly to: RdfTerm;
  readonly label: string;
  readonly detail: string;
}

export async function evidenceGraph(
  kb: KnowledgeBase,
  directory: EntityDirectory,
  query: QueryModel,
  iris: readonly string[],
  options: NameOptions,
  signal: AbortSignal,
): Promise<GraphResult> {
  const answers = iris.filter(isQueryableIri).slice(0, MAX_ANSWERS);
  const graph = new GraphBuilder();
  if (iris.length > answers.length) graph.markTruncated();
  let problem: string | undefined;
  let links: readonly EvidenceLink[] = [];
  for (const text of evidenceQueries(query, answers, LIMITS.maxRows)) {
    const rows = await queryRows(kb, text, LIMITS, signal);
    if ('problem' in rows) problem = rows.problem;
    else {
      if (rows.incomplete !== undefined) graph.markTruncated();
      links = readLinks(query, rows);
    }
    if (links.length) break;
  }
  if (!links.length) {
    links = await directFacts(kb, answers, options, signal);
    if (links.length) graph.markTruncated();
  }
  const nodes = links.flatMap(({ from, to }) => [from, to]).filter(({ type }) => type === 'uri');
  const cards = await directory.lookUp([...answers, ...nodes.map(({ value }) => value)], signal);
  const wanted = new Set(answers);
  // Answers come first, because the number of nodes is limited.
  for (const iri of answers) graph.node(toNode({ type: 'uri', value: iri }, wanted, cards, options.schema));
  for (const { from, to, label, detail } of links) {
    const start = graph.node(toNode(from, wanted, cards, options.schema));
    const end = graph.node(toNode(to, wanted, cards, options.schema, start));
    if (start !== undefined && end !== undefined) graph.edge({ from: start, to: end, label, detail });
  }
  return graph.result(links.length ? undefined : (problem ?? 'Nothing was found around the answers.'));
}

/** The triples of the pattern with the values of each solution. */
function readLinks({ text, query }: QueryModel, { rows, columns }: QueryRows): readonly EvidenceLink[] {
  const { triples } = patternOf(query);
  const links: EvidenceLink[] = [];
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
    for (const { triple, subject, object, optionalGroups, isBound } of triples) {
      const isMatched = optionalGroups.every(
        (group) => row[columns.indexOf(`${MARKER_PREFIX}${group.range.start}`)],
      );
      const from = valueOf(triple.subject, subject);
      const to = valueOf(triple.object, object);
      if (!isBound || !isMatched || !from || !to) continue;
      const relation =
        triple.predicate.kind === 'variable'
          ? valueOf(triple.predicate, `?${triple.predicate.name}`)
          : undefined;
      links.push({
        from,
        to,
        label: relation ? labelOf(relation.value) : shortPredicateText(text, triple.predicate),
        detail: relation?.value ?? text.slice(triple.predicate.range.start, triple.predicate.range.end),
      });
    }
  }
  return links;
}

/** A few facts about each answer, if the query gives no evidence. */
async function directFacts(
  kb: KnowledgeBase,
  answers: readonly string[],
  options: NameOptions,
  signal: AbortSignal,
): Promise<readonly EvidenceLink[]> {
  const links: EvidenceLink[] = [];
  for (const iri of answers.slice(0, 5)) {
    const facts = await factsAround(kb, iri, 'out', MAX_FACTS_PER_RELATION, signal);
    const shown = rankGroups(groupByRelation(facts), options).filter(({ system }) => !system);
    for (const { relation, terms } of shown.slice(0, MAX_FACTS))
      for (const to of terms.slice(0, MAX_FACTS_PER_RELATION))
        links.push({
          from: { type: 'uri', value: iri },
          to,
          label: labelOf(options.schema?.idOf(relation) ?? relation),
          detail: relation,
        });
  }
  return links;
}

const MAX_LITERAL_LENGTH = 60;

/** Equal literals of different owners are different nodes. */
function toNode(
  term: RdfTerm,
  answers: ReadonlySet<string>,
  cards: ReadonlyMap<string, EntityNameAndTypes>,
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
  const fallbackLabel = isClass ? labelOf(id) : mediator && firstType !== undefined ? labelOf(firstType) : id;
  return {
    id: type === 'bnode' ? `_:${value}` : value,
    label: card?.name ?? fallbackLabel,
    kind: isClass ? 'class' : mediator ? 'mediator' : 'entity',
    answer: answers.has(value),
    ...(type === 'uri' && { iri: value }),
    detail: [id, ...(card?.types.length ? [`Types: ${card.types.slice(0, 6).join(', ')}`] : [])].join('\n'),
  };
}
