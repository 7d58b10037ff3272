/** Edits that replace the relation of a triple, or remove the triple. */
import { lastSegment } from '../../schema/name-index';
import type { KbSchema } from '../../schema/schema';
import type { IriTerm, QueryModel, Triple } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';
import type { TextRange } from '../../language/text/range';
import { insertFilter } from '../../check/schema/insert-triple';
import { leadsBack, excludeStartFilter, type DirectedRelation } from '../../check/schema/exclude-start';
import { canSwapInPlace } from '../../check/schema/reversed-relation';
import { unusedVariable, writeIriLike } from '../../check/schema/wording';

/** A triple with a plain relation, which can be rewritten. */
export type PlainTriple = Triple & { readonly predicate: { readonly kind: 'link'; readonly iri: IriTerm } };

export function isPlain(triple: Triple): triple is PlainTriple {
  return triple.predicate.kind === 'link' && triple.predicate.range.end > triple.predicate.range.start;
}

/** Replaces a relation with one, or with two and a new variable. If the second leads back, a filter excludes the start node. */
export function replaceRelation(
  model: QueryModel,
  schema: KbSchema,
  triple: PlainTriple,
  hops: readonly DirectedRelation[],
): readonly TextEdit[] {
  const { subject, predicate, object } = triple;
  const text = ({ start, end }: TextRange): string => model.text.slice(start, end);
  const name = ({ id }: DirectedRelation): string => writeIriLike(predicate.iri, id, model, schema);
  const [first, second] = hops;
  if (!first) return [];
  const isAlone = canSwapInPlace(model, { triple, range: predicate.range });
  const filter =
    second && leadsBack(schema, first, second) ? excludeStartFilter(model, subject, object) : undefined;
  const exclude = (text = filter): readonly TextEdit[] =>
    text === undefined ? [] : [insertFilter(model, triple, text)];
  if (!isAlone) {
    const path = hops.map((hop) => `${hop.inverse ? '^' : ''}${name(hop)}`).join('/');
    return [{ range: predicate.range, newText: path }, ...exclude()];
  }
  if (!second) {
    const change: TextEdit = { range: predicate.range, newText: name(first) };
    if (!first.inverse) return [change];
    return [
      { range: subject.range, newText: text(object.range) },
      change,
      { range: object.range, newText: text(subject.range) },
    ];
  }
  const mediator = mediatorName(schema, first);
  const step = (from: string, hop: DirectedRelation, to: string): string =>
    hop.inverse ? `${to} ${name(hop)} ${from}` : `${from} ${name(hop)} ${to}`;
  const line = /(?:^|[\r\n])([ \t]*)$/.exec(model.text.slice(0, triple.range.start))?.[1];
  const gap = line === undefined ? ' . ' : ` .\n${line}`;
  const steps = (middle: string, end: string): TextEdit => ({
    range: { start: subject.range.start, end: object.range.end },
    newText: `${step(text(subject.range), first, middle)}${gap}${step(middle, second, end)}`,
  });
  if (object.kind === 'variable' && object.name.toLowerCase() === mediator) {
    // The author has named the mediator: `?marriage` stays the marriage, and the spouse gets a new name.
    const end = `?${unusedVariable(model, variableName(second.id))}`;
    const [old, middle] = [`?${object.name}`, text(object.range)];
    return [
      steps(middle, end),
      ...renameOutside(model, object.name, end, triple.range),
      ...exclude(filter?.replace(old, end)),
    ];
  }
  return [steps(`?${unusedVariable(model, mediator)}`, text(object.range)), ...exclude()];
}

function renameOutside(
  { text, tokens }: QueryModel,
  from: string,
  newText: string,
  except: TextRange,
): readonly TextEdit[] {
  return tokens
    .filter(
      ({ type, start, end }) =>
        type === 'variable' &&
        text.slice(start + 1, end) === from &&
        (end <= except.start || start >= except.end),
    )
    .map(({ start, end }) => ({ range: { start, end }, newText }));
}

/** The name of a variable for the mediator, after its type. */
function mediatorName(schema: KbSchema, { id, inverse }: DirectedRelation): string {
  const relation = schema.relation(id);
  return variableName((inverse ? relation?.domain : relation?.range) ?? 'between');
}

function variableName(id: string): string {
  return lastSegment(id).replace(/\W/g, '_') || 'between';
}

/** Removes a triple. Returns no edits if its neighbours would change. */
export function removeTriple(model: QueryModel, { subject, predicate, object }: Triple): readonly TextEdit[] {
  const { text } = model;
  const after = /^\s*([.;,]?)/.exec(text.slice(object.range.end));
  const end = object.range.end + (after?.[0].length ?? 0);
  const follows = after?.[1] ?? '';
  const bare = /^\s*$/.test(text.slice(subject.range.end, predicate.range.start));
  if (follows === ',') return [];
  if (bare && subject.range.end <= predicate.range.start) {
    // In `?x a ns:c ; ns:p ?y` the following predicates need the subject.
    if (follows === ';') return [{ range: { start: predicate.range.start, end }, newText: '' }];
    const from = subject.range.start;
    return [{ range: { start: from, end: follows === '.' ? end : object.range.end }, newText: '' }];
  }
  const before = /;\s*$/.exec(text.slice(0, predicate.range.start));
  if (!before) return [];
  return [{ range: { start: before.index, end: object.range.end }, newText: '' }];
}
