/** What a growing selection takes in: word, term, path, triple, list of predicates, contents of a group, group, query, file. */
import type {
  Expression,
  Group,
  Path,
  Projection,
  QueryModel,
  Select,
  Triple,
} from '../language/sparql/model';
import type { Token } from '../language/sparql/tokens';
import { covers, range, type Located, type TextRange } from '../language/text/range';

/** Ranges around an offset, from the smallest to the whole text, each truly inside of the next. */
export function selectionsAt(
  text: string,
  queries: readonly QueryModel[],
  offset: number,
): readonly TextRange[] {
  const here = range(offset, offset);
  const candidates = [range(0, text.length)];
  for (const query of queries) if (covers(query.range, here)) candidates.push(...aroundIn(query, here));
  return nested(candidates.filter((one) => one.end > one.start && covers(one, here)));
}

function nested(candidates: readonly TextRange[]): readonly TextRange[] {
  const chain: TextRange[] = [];
  for (const next of [...candidates].sort(
    (left, right) => left.end - left.start - (right.end - right.start),
  )) {
    const last = chain[chain.length - 1];
    if (!last || (covers(next, last) && next.end - next.start > last.end - last.start)) chain.push(next);
  }
  return chain;
}

function* aroundIn(query: QueryModel, here: TextRange): Iterable<TextRange> {
  const { text, tokens, comments } = query;
  yield trimmed(text, query.range);
  for (const comment of comments)
    if (covers(range(comment.start, comment.end), here)) yield* inWord(text, comment, here);
  for (const token of tokens)
    if (covers(range(token.start, token.end), here)) yield* inWord(text, token, here);
  yield* aroundBrackets(text, tokens, here);
  for (const { range: where } of query.prefixes) yield where;
  yield* inSelect(query.query, here);
}

/** `place_of_birth` inside of `ns:people.person.place_of_birth`, and that. */
function* inWord(text: string, { start, end }: TextRange, { start: offset }: TextRange): Iterable<TextRange> {
  yield range(start, end);
  const isWord = (at: number): boolean => at >= start && at < end && /[\p{L}\p{N}_]/u.test(text[at] ?? '');
  let [from, to] = [offset, offset];
  while (isWord(from - 1)) from--;
  while (isWord(to)) to++;
  yield range(from, to);
}

/** Brackets with and without what is in them, and with the keyword or name before them. */
function* aroundBrackets(text: string, tokens: readonly Token[], here: TextRange): Iterable<TextRange> {
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

function belongsToBrackets(token: Token | undefined): boolean {
  return token?.type === 'keyword' && token.value !== 'A' && token.value !== 'AS';
}

function* inSelect(select: Select, here: TextRange): Iterable<TextRange> {
  if (!covers(select.range, here)) return;
  yield select.range;
  for (const term of select.described) yield term.range;
  for (const projection of [...select.projection, ...(select.groupBy ?? [])])
    yield* inProjection(projection, here);
  yield span(select.projection);
  yield span(select.groupBy ?? []);
  for (const expression of [...select.having, ...select.orderBy]) yield* inExpression(expression, here);
  if (select.limit) yield select.limit.range;
  for (const group of select.groups) yield* inGroup(group, here);
}

function* inProjection(
  { range: where, expression, variable }: Projection,
  here: TextRange,
): Iterable<TextRange> {
  if (!covers(where, here)) return;
  yield where;
  if (expression) yield* inExpression(expression, here);
  if (variable) yield variable.range;
}

function* inGroup(group: Group, here: TextRange): Iterable<TextRange> {
  // The VALUES at the end of a query are those of its group, though not inside of it.
  for (const { range: where, rowRanges, rows, variables } of group.values) {
    yield where;
    yield* rowRanges;
    yield* variables.map((variable) => variable.range);
    for (const row of rows) for (const term of row) if (term) yield term.range;
  }
  if (!covers(group.range, here)) return;
  yield group.range;
  if (group.name) yield group.name.range;
  yield* inTriples(group.triples, here);
  for (const filter of group.filters) yield* inExpression(filter, here);
  for (const { range: where, expression, variable } of group.binds) {
    yield where;
    yield* inExpression(expression, here);
    yield variable.range;
  }
  for (const child of group.children) yield* inGroup(child, here);
  if (group.select) yield* inSelect(group.select, here);
}

function* inTriples(triples: readonly Triple[], here: TextRange): Iterable<TextRange> {
  for (const [subject, ofSubject] of groupedBy(triples, (triple) => triple.subject)) {
    const all = span(ofSubject);
    if (!covers(all, here)) continue;
    yield all;
    yield subject.range;
    for (const [predicate, ofPredicate] of groupedBy(ofSubject, (triple) => triple.predicate)) {
      const objects = ofPredicate.map(({ object }) => object);
      yield* objects.map((object) => object.range);
      yield span(objects);
      const withObjects = span([predicate, ...objects]);
      yield withObjects;
      // Further predicates have their subject before them only together with the first.
      if (predicate === ofSubject[0]?.predicate) yield span([subject, { range: withObjects }]);
      if (predicate.kind === 'variable') yield predicate.range;
      else yield* inPath(predicate, here);
    }
  }
}

function groupedBy<Key>(
  triples: readonly Triple[],
  keyOf: (triple: Triple) => Key,
): ReadonlyMap<Key, readonly Triple[]> {
  const groups = new Map<Key, Triple[]>();
  for (const triple of triples) {
    const group = groups.get(keyOf(triple));
    if (group) group.push(triple);
    else groups.set(keyOf(triple), [triple]);
  }
  return groups;
}

function* inPath(path: Path, here: TextRange): Iterable<TextRange> {
  if (!covers(path.range, here)) return;
  yield path.range;
  switch (path.kind) {
    case 'link':
      return;
    case 'inverse':
    case 'repeat':
      yield* inPath(path.path, here);
      return;
    case 'sequence':
      for (const step of path.steps) yield* inPath(step, here);
      return;
    case 'alternative':
      for (const option of path.options) yield* inPath(option, here);
      return;
    case 'negated':
      for (const link of path.links) yield link.range;
  }
}

function* inExpression(expression: Expression, here: TextRange): Iterable<TextRange> {
  if (!covers(expression.range, here)) return;
  yield expression.range;
  switch (expression.kind) {
    case 'operation':
    case 'call':
      for (const argument of expression.args) yield* inExpression(argument, here);
      return;
    case 'exists':
      yield* inGroup(expression.group, here);
      return;
    case 'term':
    case 'unreadable':
  }
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
