/** Paths as queries, so that what is answered is what the query answers, and not what a model made of the path. */
import { analyzeQuestion } from '../../../language/english/question';
import type { KbSchema } from '../../../schema/schema';
import { ANY_DAY } from '../../../logical-form/time-relations';
import { toSparql } from '../../../logical-form/to-sparql';
import { writtenName } from '../../../logical-form/written-term';
import type { SExpr } from '../../../logical-form/sexpr';
import type { RelationPath } from './paths';

/** Several are joined: what all of them lead to. */
export function formOf(paths: readonly [RelationPath, ...RelationPath[]], question: string): SExpr {
  const [first, ...others] = paths;
  const set = others.reduce<SExpr>((left, path) => ({ kind: 'and', left, right: setOf(path) }), setOf(first));
  const counts =
    analyzeQuestion(question).kind === 'howMany' && !first.ends.some(({ type }) => type === 'literal');
  return counts ? { kind: 'count', of: set } : set;
}

/** `(R r)` goes from the subject to the object, as a walk does that is not reversed. */
function setOf({ start, steps }: RelationPath): SExpr {
  return steps
    .flat()
    .reduce<SExpr>(
      (of, { relation, reverse }) => ({ kind: 'join', step: { relation, reverse: !reverse }, of }),
      { kind: 'entity', id: start.id },
    );
}

/** A path never comes back to where it began, and no more does its query: the spouse of someone's spouse is oneself. */
export function queryOf(
  paths: readonly [RelationPath, ...RelationPath[]],
  question: string,
  schema: KbSchema,
): string {
  const text = toSparql(formOf(paths, question), schema, ANY_DAY);
  const filters: string[] = [];
  let before = 0;
  for (const { start, steps } of paths) {
    const hops = steps.flat().length;
    let taken = 0;
    for (const step of steps.slice(0, -1)) {
      taken += step.length;
      // The variables between the entity and the answer are numbered from the answer.
      const number = before + hops - taken;
      const variable = number === 1 ? '?y' : `?y${number}`;
      if (taken > 1) filters.push(`  FILTER (${variable} != ${writtenName(start.id, schema.namespace)})\n`);
    }
    before += hops - 1;
  }
  const end = text.lastIndexOf('}');
  return text.slice(0, end) + filters.join('') + text.slice(end);
}

/** Pairs from different words of the question that lead to something in common. */
export function joinable(paths: readonly RelationPath[]): readonly (readonly [RelationPath, RelationPath])[] {
  return paths.flatMap((left, at) =>
    paths
      .slice(at + 1)
      .filter((right) => !sameMention(left, right) && meet(left, right))
      .map((right) => [left, right] as const),
  );
}

function sameMention({ start: left }: RelationPath, { start: right }: RelationPath): boolean {
  if (left.iri === right.iri) return true;
  return left.mention !== undefined && left.mention.start === right.mention?.start;
}

/** Only some of what they lead to is known: where there is more, the query will tell. */
function meet(left: RelationPath, right: RelationPath): boolean {
  const values = new Set(left.ends.map(({ value }) => value));
  const cut = [left, right].some(({ ends }) => ends.length >= CUT);
  return cut || right.ends.some(({ value }) => values.has(value));
}

const CUT = 20;
