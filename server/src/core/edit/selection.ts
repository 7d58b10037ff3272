import { groupBy } from '../language/text/multimap';
import type {
  Expression,
  Group,
  PropertyPath,
  Projection,
  QueryModel,
  Select,
  Triple,
} from '../language/sparql/model';
import type { SparqlToken } from '../language/sparql/tokens';
import { covers, range, type Located, type TextRange } from '../language/text/range';

/**
 * The ranges for Expand Selection at an offset, each inside the next: word, term, path, triple, predicate list, content of
 * a group, group, query, file.
 */
export function selectionRangesAt(
  text: string,
  queries: readonly QueryModel[],
  offset: number,
): readonly TextRange[] {
  const here = range(offset, offset);
  const candidates = [range(0, text.length)];
  for (const query of queries) if (covers(query.range, here)) candidates.push(...rangesInQuery(query, here));
  return nestedRanges(candidates.filter((one) => one.end > one.start && covers(one, here)));
}

function nestedRanges(candidates: readonly TextRange[]): readonly TextRange[] {
  const chain: TextRange[] = [];
  for (const next of [...candidates].sort(
    (left, right) => left.end - left.start - (right.end - right.start),
  )) {
    const last = chain[chain.length - 1];
    if (!last || (covers(next, last) && next.end - next.start > last.end - last.start)) chain.push(next);
  }
  return chain;
}

function* rangesInQuery(query: QueryModel, here: TextRange): Iterable<TextRange> {
  const { text, tokens, comments } = query;
  yield trimmed(text, query.range);
  for (const comment of comments)
    if (covers(range(comment.start, comment.end), here)) yield* rangesInToken(text, comment, here);
  for (const token of tokens)
    if (covers(range(token.start, token.end), here)) yield* rangesInToken(text, token, here);
  yield* rangesOfBrackets(text, tokens, here);
  for (const { range: where } of query.prefixes) yield where;
  yield* rangesInSelect(query.query, here);
}

/** A token, and the word of it at the cursor: `place_of_birth` of `ns:people.person.place_of_birth`. */
function* rangesInToken(
  text: string,
  { start, end }: TextRange,
  { start: offset }: TextRange,
): Iterable<TextRange> {
  yield range(start, end);
  const isWord = (at: number): boolean => at >= start && at < end && /[\p{L}\p{N}_]/u.test(text[at] ?? '');
  let [from, to] = [offset, offset];
  while (isWord(from - 1)) from--;
  while (isWord(to)) to++;
  yield range(from, to);
}

/** The content of the brackets, the brackets, and the brackets with the keywords before them. */
function* rangesOfBrackets(
  text: string,
  tokens: readonly SparqlToken[],
  here: TextRange,
): Iterable<TextRange> {
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'punctuation') continue;
    if (token.value === '{' || token.value === '(' || token.value === '[') open.push(index);
    if (token.value !== '}' && token.value !== ')' && token.value !== ']') continue;
    const opening = open.pop();
    const first = opening === undefined ? undefined : tokens[opening];
    if (opening === undefined || !first || !covers(range(first.start, token.end), here)) continue;
    yield trimmed(text, range(first.end, token.start));
    yield range(first.start, token.end);
    let before = opening;
    while (belongsToBrackets(tokens[before - 1])) before--;
    yield range(tokens[before]?.start ?? first.start, token.end);
  }
}

function belongsToBrackets(token: SparqlToken | undefined): boolean {
  return token?.type === 'keyword' && token.value !== 'A' && token.value !== 'AS';
}

function* rangesInSelect(select: Select, here: TextRange): Iterable<TextRange> {
  if (!covers(select.range, here)) return;
  yield select.range;
  for (const term of select.described) yield term.range;
  for (const projection of [...select.projection, ...(select.groupBy ?? [])])
    yield* rangesInProjection(projection, here);
  yield span(select.projection);
  yield span(select.groupBy ?? []);
  for (const expression of [...select.having, ...select.orderBy]) yield* rangesInExpression(expression, here);
  if (select.limit) yield select.limit.range;
  for (const group of select.groups) yield* rangesInGroup(group, here);
}

function* rangesInProjection(
  { range: where, expression, variable }: Projection,
  here: TextRange,
): Iterable<TextRange> {
  if (!covers(where, here)) return;
  yield where;
  if (expression) yield* rangesInExpression(expression, here);
  if (variable) yield variable.range;
}

function* rangesInGroup(group: Group, here: TextRange): Iterable<TextRange> {
  // The VALUES at the end of a query belong to its group, but are outside its range.
  for (const { range: where, rowRanges, rows, variables } of group.values) {
    yield where;
    yield* rowRanges;
    yield* variables.map((variable) => variable.range);
    for (const row of rows) for (const term of row) if (term) yield term.range;
  }
  if (!covers(group.range, here)) return;
  yield group.range;
  if (group.name) yield group.name.range;
  yield* rangesInTriples(group.triples, here);
  for (const filter of group.filters) yield* rangesInExpression(filter, here);
  for (const { range: where, expression, variable } of group.binds) {
    yield where;
    yield* rangesInExpression(expression, here);
    yield variable.range;
  }
  for (const child of group.children) yield* rangesInGroup(child, here);
  if (group.select) yield* rangesInSelect(group.select, here);
}

function* rangesInTriples(triples: readonly Triple[], here: TextRange): Iterable<TextRange> {
  for (const [subject, ofSubject] of groupBy(triples, (triple) => triple.subject)) {
    const all = span(ofSubject);
    if (!covers(all, here)) continue;
    yield all;
    yield subject.range;
    for (const [predicate, ofPredicate] of groupBy(ofSubject, (triple) => triple.predicate)) {
      const objects = ofPredicate.map(({ object }) => object);
      yield* objects.map((object) => object.range);
      yield span(objects);
      const withObjects = span([predicate, ...objects]);
      yield withObjects;
      // Only the first predicate directly follows the subject.
      if (predicate === ofSubject[0]?.predicate) yield span([subject, { range: withObjects }]);
      if (predicate.kind === 'variable') yield predicate.range;
      else yield* rangesInPath(predicate, here);
    }
  }
}

function* rangesInPath(path: PropertyPath, here: TextRange): Iterable<TextRange> {
  if (!covers(path.range, here)) return;
  yield path.range;
  for (const part of partsOf(path)) yield* rangesInPath(part, here);
  if (path.kind === 'negated') for (const link of path.links) yield link.range;
}

function partsOf(path: PropertyPath): readonly PropertyPath[] {
  switch (path.kind) {
    case 'link':
    case 'negated':
      return [];
    case 'inverse':
    case 'repeat':
      return [path.path];
    case 'sequence':
      return path.steps;
    case 'alternative':
      return path.options;
  }
}

function* rangesInExpression(expression: Expression, here: TextRange): Iterable<TextRange> {
  if (!covers(expression.range, here)) return;
  yield expression.range;
  if (expression.kind === 'exists') yield* rangesInGroup(expression.group, here);
  if (expression.kind === 'operation' || expression.kind === 'call')
    for (const argument of expression.args) yield* rangesInExpression(argument, here);
}

function span(parts: readonly Located[]): TextRange {
  return range(
    parts.reduce((least, part) => Math.min(least, part.range.start), Infinity),
    parts.reduce((most, part) => Math.max(most, part.range.end), 0),
  );
}

function trimmed(text: string, { start, end }: TextRange): TextRange {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from] ?? '')) from++;
  while (to > from && /\s/.test(text[to - 1] ?? '')) to--;
  return range(from, to);
}
