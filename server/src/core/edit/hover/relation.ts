import type { KbSchema, Relation } from '../../schema/schema';
import { bullets, code, label, named } from './markdown';

/** `reversed`: the relation follows `^`. */
export function describeRelation(
  schema: KbSchema,
  { id, domain, range, reverse }: Relation,
  reversed: boolean,
): readonly string[] {
  const lines = [`**${label(id)}** — relation ${code(id)}`, `${named(domain)} → ${named(range)}`];
  if (reversed) lines.push(`Inverse path here (\`^\`): ${named(range)} → ${named(domain)}`);
  if (reverse !== undefined) lines.push(`Reverse: ${code(reverse)}`);
  const reached = range === undefined ? undefined : schema.type(range);
  if (reached?.kind === 'literal') lines.push(`Its values are literals: ${label(reached.id)}.`);
  if (reached?.kind === 'mediator') {
    const onward = schema.sortByUse(schema.relationsOf(reached.id)).filter((next) => next !== reverse);
    lines.push('Ends at a mediator, which connects the parts of one fact.');
    if (onward.length)
      lines.push(
        'Continue with:',
        bullets(onward.map((next) => `${code(next)} → ${named(schema.relation(next)?.range)}`)),
      );
  }
  return lines;
}
