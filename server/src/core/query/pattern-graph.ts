/** The graph of the pattern of a query. */
import { shortPredicateText, shortTermText, oneLineText } from '../schema/short-text';
import type { EntityNameAndTypes } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import type { QueryModel, Term, Triple } from '../language/sparql/model';
import { GraphBuilder, type GraphEdge, type GraphNode, type GraphResult } from './graph';
import { patternOf, type QueryPattern } from './pattern';

export type Cards = (iri: string) => EntityNameAndTypes | undefined;

export function patternGraph(
  { text, query }: QueryModel,
  schema: KbSchema | undefined,
  cards: Cards,
): GraphResult {
  const pattern = patternOf(query);
  const graph = new GraphBuilder();
  const nodeOf = (key: string, term: Term, kind: GraphNode['kind']): GraphNode => {
    const details = detailsOf(key, term, pattern, text, cards);
    return {
      id: key,
      label:
        term.kind === 'iri'
          ? (cards(term.iri)?.name ?? shortTermText(text, term))
          : shortTermText(text, term),
      kind,
      answer: pattern.selected.has(key),
      ...(term.kind === 'iri' && { iri: term.iri }),
      ...(details.length > 0 && { detail: details.join('\n') }),
    };
  };
  for (const { triple, subject, object, manner } of pattern.triples) {
    const kinds = kindsOf(triple, schema);
    const from = graph.node(nodeOf(subject, triple.subject, kinds.subject));
    const to = graph.node(nodeOf(object, triple.object, kinds.object));
    if (!from || !to) continue;
    const written = oneLineText(text, triple.predicate.range);
    graph.edge({
      from,
      to,
      label: shortPredicateText(text, triple.predicate),
      detail: [written, ...(manner ? [MANNERS[manner]] : [])].join('\n'),
      ...(manner && { manner }),
    });
  }
  const problem = pattern.triples.length ? undefined : 'This query has no triples to draw.';
  return graph.result(problem);
}

const MANNERS: Readonly<Record<NonNullable<GraphEdge['manner']>, string>> = {
  optional: 'Need not match (OPTIONAL)',
  union: 'One of several ways to match (UNION)',
  negated: 'Must not match (NOT EXISTS or MINUS)',
};

/** A variable at the mediator end of a relation is drawn as a mediator. */
function kindsOf(
  { subject, predicate, object }: Triple,
  schema: KbSchema | undefined,
): { readonly subject: GraphNode['kind']; readonly object: GraphNode['kind'] } {
  const link = predicate.kind === 'link' ? predicate.iri.iri : undefined;
  const typing = link !== undefined && schema?.isTyping(link) === true;
  const { domain, range } = schema?.relation(schema.idOf(link ?? '') ?? link ?? '') ?? {};
  return {
    subject: kindOf(subject, domain, schema),
    object: typing && object.kind === 'iri' ? 'class' : kindOf(object, range, schema),
  };
}

function kindOf(term: Term, type: string | undefined, schema: KbSchema | undefined): GraphNode['kind'] {
  if (term.kind === 'literal') return 'literal';
  if (term.kind === 'iri') return 'entity';
  return type !== undefined && schema?.type(type)?.kind === 'mediator' ? 'mediator' : 'variable';
}

function detailsOf(
  key: string,
  term: Term,
  { conditions, selected }: QueryPattern,
  text: string,
  cards: Cards,
): readonly string[] {
  const card = term.kind === 'iri' ? cards(term.iri) : undefined;
  return [
    ...(term.kind === 'iri' ? [shortTermText(text, term)] : []),
    ...(card?.types.length ? [`Types: ${card.types.slice(0, 6).join(', ')}`] : []),
    ...(selected.has(key) ? ['Selected'] : []),
    ...conditions.filter(({ keys }) => keys.includes(key)).map((range) => oneLineText(text, range)),
  ];
}
