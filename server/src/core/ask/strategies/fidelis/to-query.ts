/** Converts relation paths to logical forms and queries, so that the answer is that of a query and not of the model. */
import { analyzeQuestion } from '../../../language/english/question';
import type { KbSchema } from '../../../schema/schema';
import { ANY_DAY } from '../../../logical-form/time-relations';
import { toSparql } from '../../../logical-form/to-sparql';
import { formatName } from '../../../logical-form/format-term';
import type { SExpr } from '../../../logical-form/sexpr';
import type { RelationPath } from './paths';
import { MAX_ENDS } from './path-walk';

/** One path, or several that lead to the same answer. */
export type JoinedPaths = readonly [RelationPath, ...RelationPath[]];

export function toLogicalForm([first, ...others]: JoinedPaths, question: string): SExpr {
  const set = others.reduce<SExpr>(
    (left, path) => ({ kind: 'and', left, right: pathToForm(path) }),
    pathToForm(first),
  );
  const isCount =
    analyzeQuestion(question).kind === 'howMany' && !first.ends.some(({ type }) => type === 'literal');
  return isCount ? { kind: 'count', of: set } : set;
}

/** `(R r)` leads from the subject to the object, as a hop that is not reversed. */
function pathToForm({ start, steps }: RelationPath): SExpr {
  return steps
    .flat()
    .reduce<SExpr>(
      (of, { relation, reverse }) => ({ kind: 'join', step: { relation, reverse: !reverse }, of }),
      { kind: 'entity', id: start.id },
    );
}

/** Adds filters to the query of the form, because a path never returns to its start: the spouse of a spouse is the person. */
export function toQuery(form: SExpr, paths: JoinedPaths, schema: KbSchema): string {
  const text = toSparql(form, schema, ANY_DAY);
  const filters: string[] = [];
  let variables = 0;
  for (const { start, steps } of paths) {
    const hopCount = steps.flat().length;
    let hops = 0;
    for (const step of steps.slice(0, -1)) {
      hops += step.length;
      // The variables between the entity and the answer are numbered from the answer.
      const number = variables + hopCount - hops;
      const variable = number === 1 ? '?y' : `?y${number}`;
      if (hops > 1) filters.push(`  FILTER (${variable} != ${formatName(start.id, schema.namespace)})\n`);
    }
    variables += hopCount - 1;
  }
  const end = text.lastIndexOf('}');
  return text.slice(0, end) + filters.join('') + text.slice(end);
}

/** Finds pairs of paths from different mentions that may lead to the same node. */
export function findJoinablePairs(
  paths: readonly RelationPath[],
): readonly (readonly [RelationPath, RelationPath])[] {
  return paths.flatMap((left, index) =>
    paths
      .slice(index + 1)
      .filter((right) => !haveSameMention(left, right) && mayMeet(left, right))
      .map((right) => [left, right] as const),
  );
}

function haveSameMention({ start: left }: RelationPath, { start: right }: RelationPath): boolean {
  if (left.iri === right.iri) return true;
  return left.mention !== undefined && left.mention.start === right.mention?.start;
}

/** Whether two paths share an end, or have ends that are not known. */
function mayMeet(left: RelationPath, right: RelationPath): boolean {
  const values = new Set(left.ends.map(({ value }) => value));
  const isTruncated = [left, right].some(({ ends }) => ends.length >= MAX_ENDS);
  return isTruncated || right.ends.some(({ value }) => values.has(value));
}
