/** A query split into parts for the moves. */
import type { KbSchema } from '../../schema/schema';
import { bodyOf, withoutPart } from '../../query/why-empty/why-empty';
import { orderParts } from '../../query/why-empty/part-order';
import { splitGroup, type PatternPart } from '../../query/why-empty/pattern-parts';
import { infer, type Inference } from '../../schema/inference/inference';
import { termText, tripleText } from '../../query/why-empty/pattern-text';
import type { IriTerm, QueryModel, Term, Triple } from '../../language/sparql/model';
import { applyEdits } from '../../language/text/edit';
import { isPlain, type PlainTriple } from './rewrite';
import type { SearchContext, CheckedQuery } from './check-query';

export interface SearchState {
  readonly context: SearchContext;
  readonly schema: KbSchema;
  readonly checked: CheckedQuery;
  readonly model: QueryModel;
  readonly inference: Inference;
  /** The parts that must all match, in the best order to probe them. */
  readonly parts: readonly PatternPart[];
  /** Variables that VALUES binds to a single IRI. */
  readonly given: ReadonlyMap<string, IriTerm>;
}

export function analyzeCandidate(checked: CheckedQuery, context: SearchContext): SearchState {
  const { model } = checked;
  const { schema } = context;
  const body = model.parses ? bodyOf(model.query) : undefined;
  const parts = body ? (splitGroup(model, body.group) ?? []) : [];
  return {
    context,
    schema,
    checked,
    model,
    inference: infer(model, schema),
    parts: orderParts(parts, schema),
    given: singleValues(parts),
  };
}

/** The pattern without a part, and without filters that only that part binds. */
export function restWithout(state: SearchState, part: PatternPart): string {
  const { remaining } = withoutPart(state.parts, part);
  // A class has many members: checking it last is cheaper.
  const isClass = ({ triple }: PatternPart): boolean =>
    triple?.predicate.kind === 'link' && state.schema.isTyping(triple.predicate.iri.iri);
  return [
    ...remaining.filter((one) => !isClass(one)).map((one) => textFor(state, one)),
    ...remaining.filter(isClass).map((one) => `FILTER EXISTS { ${textFor(state, one)} }`),
  ].join('\n');
}

/** The text for a probe: a variable with a single VALUES binding is replaced, which helps engines plan. */
export function textFor({ model, given }: SearchState, part: PatternPart): string {
  if (part.kind === 'values' && part.values?.variables.every(({ name }) => given.has(name))) return '';
  if (part.triple) return tripleText(model, bindGiven(part.triple, given));
  const names = [...part.mentions].filter((name) => given.has(name));
  if (!names.length) return part.text;
  const { start, end } = part.range;
  const edits = model.tokens.flatMap((token) => {
    if (token.type !== 'variable' || token.start < start || token.end > end) return [];
    const term = given.get(model.text.slice(token.start + 1, token.end));
    return term
      ? [{ range: { start: token.start - start, end: token.end - start }, newText: `<${term.iri}>` }]
      : [];
  });
  // A subselect may project the variable, so it stays there.
  return part.kind === 'filter'
    ? applyEdits(part.text, edits)
    : `${part.text}\n${valuesClauses(names, given)}`;
}

function valuesClauses(names: readonly string[], given: SearchState['given']): string {
  return names.map((name) => `VALUES ?${name} { <${given.get(name)?.iri ?? ''}> }`).join('\n');
}

function bindGiven(triple: Triple, given: SearchState['given']): Triple {
  const known = (term: Term): Term => (term.kind === 'variable' ? (given.get(term.name) ?? term) : term);
  return { ...triple, subject: known(triple.subject), object: known(triple.object) };
}

function singleValues(parts: readonly PatternPart[]): SearchState['given'] {
  const given = new Map<string, IriTerm>();
  for (const { values } of parts) {
    const [variable, ...more] = values?.variables ?? [];
    const [row, ...others] = values?.rows ?? [];
    const term = row?.[0];
    if (variable && !more.length && !others.length && term?.kind === 'iri') given.set(variable.name, term);
  }
  return given;
}

/** A triple that can be rewritten, and its part. */
export interface TriplePlace {
  readonly part: PatternPart;
  readonly triple: PlainTriple;
  /** Its ends in a probe. */
  readonly from: Term;
  readonly to: Term;
  readonly id: string;
}

export function relationPlaces(state: SearchState): readonly TriplePlace[] {
  const { schema } = state;
  return placesOf(state).filter(({ triple }) => !schema.isTyping(triple.predicate.iri.iri));
}

export function classPlaces(state: SearchState): readonly TriplePlace[] {
  const { schema } = state;
  return placesOf(state).filter(
    ({ triple }) => schema.isTyping(triple.predicate.iri.iri) && triple.object.kind === 'iri',
  );
}

function placesOf({ parts, schema, given }: SearchState): readonly TriplePlace[] {
  return parts.flatMap((part) => {
    const { triple } = part;
    if (!triple || !isPlain(triple)) return [];
    const { iri } = triple.predicate.iri;
    const { subject: from, object: to } = bindGiven(triple, given);
    return [{ part, triple, from, to, id: schema.idOf(iri) ?? iri }];
  });
}

/** Whether a node is connected with a named term by other parts; otherwise half the KB would match. */
export function isAnchored(state: SearchState, node: Term, own: PatternPart): boolean {
  if (node.kind === 'iri' || node.kind === 'literal') return true;
  const reached = new Set([termText(state.model, node).slice(1)]);
  for (let grown = true; grown;) {
    grown = false;
    for (const other of state.parts) {
      if (other === own || other.kind === 'filter' || ![...other.mentions].some((name) => reached.has(name)))
        continue;
      if (isSelective(other, state.schema) || other.kind === 'group' || other.kind === 'union') return true;
      for (const name of other.mentions)
        if (!reached.has(name)) {
          reached.add(name);
          grown = true;
        }
    }
  }
  return false;
}

/** A class has too many members to start from. */
function isSelective({ kind, triple }: PatternPart, schema: KbSchema): boolean {
  if (kind === 'values') return true;
  if (!triple || (triple.predicate.kind === 'link' && schema.isTyping(triple.predicate.iri.iri)))
    return false;
  return [triple.subject, triple.object].some(({ kind: of }) => of === 'iri' || of === 'literal');
}
