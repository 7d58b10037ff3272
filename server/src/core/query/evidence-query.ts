/** Rewrites a query so that it returns all bindings of the solutions for given answers. */
import type { Group, QueryModel, Select, VariableTerm } from '../language/sparql/model';
import { applyEdits, type TextEdit } from '../language/text/edit';
import { range } from '../language/text/range';
import { patternOf } from './pattern';

/** The prefix of variables that mark the OPTIONAL groups and UNION branches of a solution. */
export const MARKER_PREFIX = 'funfusic_came_by_';

/**
 * One query for each selected variable that may hold the answers, likeliest first. Without answers, as for a count or an ASK, one
 * query for all solutions, in the order of the original.
 */
export function evidenceQueries(
  { text, tokens, query }: QueryModel,
  answers: readonly string[],
  limit: number,
): readonly string[] {
  const group = query.groups.find(({ kind }) => kind !== 'template');
  if (!group || !query.keyword || query.form === 'update') return [];
  const edits = markerEdits(
    patternOf(query).triples.flatMap(({ optionalGroups, isBound }) => (isBound ? optionalGroups : [])),
  );
  const body = (values: string): string => {
    const inner = applyEdits(text, edits).slice(group.range.start, group.range.end + addedLength(edits));
    return isSubselect(group) ? `{ ${values} ${inner} }` : `{ ${values} ${inner.slice(1)}`;
  };
  const from = tokens.find(({ value, start }) => value === 'FROM' && start < group.range.start);
  const head = `${text.slice(0, query.keyword.start)}SELECT * ${from ? text.slice(from.start, group.range.start) : 'WHERE '}`;
  if (!answers.length) {
    const modifiers =
      query.groupBy || query.having.length || isAggregate(query) ? '' : text.slice(group.range.end);
    const ordered = query.form === 'select' && !/\bVALUES\b/i.test(modifiers) ? modifiers : '';
    return [`${head}${body('')} ${query.limit && ordered ? ordered : `${ordered}\nLIMIT ${limit}`}`];
  }
  const list = answers.map((iri) => `<${iri}>`).join(' ');
  return selectedVariables(query, text, group).map(
    (name) => `${head}${body(`VALUES ?${name} { ${list} }`)}\nLIMIT ${limit + 1}`,
  );
}

/** Variables that are tried: the answers are nearly always those of the first. */
const MAX_VARIABLES = 3;

function selectedVariables({ projection, star }: Select, text: string, group: Group): readonly string[] {
  const plain = projection.filter(({ variable, expression }) => variable && !expression);
  const names = star
    ? [...text.slice(group.range.start, group.range.end).matchAll(/[?$]([\p{L}_][\p{L}\p{N}_]*)/gu)].map(
        ([, name = '']) => name,
      )
    : plain.map(({ variable }) => (variable as VariableTerm).name);
  return [...new Set(names)].slice(0, MAX_VARIABLES);
}

function isAggregate({ projection }: Select): boolean {
  return projection.some(({ expression }) => expression?.kind === 'call');
}

function markerEdits(groups: readonly Group[]): readonly TextEdit[] {
  return [...new Set(groups)].flatMap((group): readonly TextEdit[] => {
    const { start, end } = group.range;
    const marker = ` BIND(1 AS ?${MARKER_PREFIX}${start}) }`;
    return isSubselect(group)
      ? [
          { range: range(start, start), newText: '{ ' },
          { range: range(end, end), newText: marker },
        ]
      : [{ range: range(end - 1, end), newText: marker }];
  });
}

function addedLength(edits: readonly TextEdit[]): number {
  return edits.reduce((sum, { range: { start, end }, newText }) => sum + newText.length - (end - start), 0);
}

/** `{ SELECT … }`, also as the only content of an OPTIONAL or a branch. */
function isSubselect({ kind, children: [only], range: { start, end } }: Group): boolean {
  return (
    kind === 'subselect' ||
    (only?.kind === 'subselect' && only.range.start === start && only.range.end === end)
  );
}
