import type { QueryModel, Select } from '../../language/sparql/model';
import type { PatternPart } from './pattern-parts';
import { probeOf } from './probe';
import type { WhyEmpty } from './why-empty';

/** The pattern has matches, so that what comes after it takes them away, or nothing does. */
export function modifiersLeaveNothing(
  model: QueryModel,
  select: Select,
  ordered: readonly PatternPart[],
): WhyEmpty {
  const { having, limit, projection, star, form } = select;
  const probes = ordered.map((part) => probeOf(part, 'matches', undefined));
  const because = (range: { readonly start: number; readonly end: number }, summary: string): WhyEmpty => ({
    verdict: 'no-such-data',
    summary,
    probes: [...probes, { added: model.text.slice(range.start, range.end), ...range, outcome: 'nothing' }],
    instead: [],
  });
  const [condition] = having;
  if (condition)
    return because(condition.range, 'The pattern matches, but no group of its rows passes HAVING.');
  if (limit?.value === 0) return because(limit.range, 'LIMIT 0 leaves no rows.');
  const offset = model.tokens.find(({ type, value }) => type === 'keyword' && value === 'OFFSET');
  if (offset)
    return because(
      { start: offset.start, end: model.tokens.find(({ start }) => start >= offset.end)?.end ?? offset.end },
      'The pattern matches, but OFFSET skips all rows.',
    );
  const given = new Set(ordered.flatMap(({ gives }) => [...gives]));
  const unbound = projection.filter(
    ({ variable, expression }) => variable && !expression && !given.has(variable.name),
  );
  const [missing] = unbound;
  if (form === 'select' && !star && missing?.variable && unbound.length === projection.length)
    return {
      verdict: 'broken-pattern',
      summary: `The pattern matches, but no part of it binds ?${missing.variable.name}.`,
      probes,
      instead: [...given].map((name) => `?${name}`),
    };
  return {
    verdict: 'not-empty',
    summary: 'The whole pattern matches now. Run the query again.',
    probes,
    instead: [],
  };
}
