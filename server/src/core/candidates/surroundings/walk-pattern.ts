/** A walk as the pattern of a query: it starts at `?e`, goes by `?p1`, `?p2` … and is at `?n1`, `?n2` … */
import type { Walk } from './surroundings';

export function walkPattern({ hops }: Walk): string {
  return hops
    .map(({ reverse }, at) => {
      const [from, by, to] = [at ? `?n${at}` : '?e', `?p${at + 1}`, `?n${at + 1}`];
      return reverse ? `${to} ${by} ${from} .` : `${from} ${by} ${to} .`;
    })
    .join(' ');
}

/** What tells a walk from others of its shape. */
export function variablesOf({ hops }: Walk): readonly string[] {
  return ['?e', ...hops.map((_, at) => `?p${at + 1}`)];
}
