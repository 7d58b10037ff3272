/** Sub-selects that bind a variable to the largest or smallest value of a pattern: `{ SELECT (MAX(?b) AS ?a) WHERE { … } }`. */
import type { Group, Select } from '../language/sparql/model';

interface ExtremeSelect {
  readonly variable: string;
  readonly which: 'largest' | 'smallest';
  /** The shape of the pattern that MAX or MIN ranges over, for comparison with the outer pattern. */
  readonly over: string;
}

export function readExtreme(select: Select): ExtremeSelect | undefined {
  const [column, ...more] = select.projection;
  const call = column?.expression;
  if (more.length || !column?.variable || call?.kind !== 'call') return undefined;
  if (call.name !== 'MAX' && call.name !== 'MIN') return undefined;
  if (select.groupBy || select.having.length) return undefined;
  return {
    variable: column.variable.name,
    which: call.name === 'MAX' ? 'largest' : 'smallest',
    over: patternShape(select.groups),
  };
}

/** The relations and constants of a pattern, independent of the names of its variables. */
export function patternShape(groups: readonly Group[]): string {
  return groups.flatMap(linesOf).sort().join('\n');
}

function linesOf(group: Group): readonly string[] {
  const values = new Map<string, string>();
  for (const { variables, rows } of group.values) {
    const term = rows.length === 1 ? rows[0]?.[0] : undefined;
    const [variable] = variables;
    if (variable && term?.kind === 'iri') values.set(variable.name, term.iri);
    if (variable && term?.kind === 'literal') values.set(variable.name, term.value);
  }
  const lines = group.triples.map(({ subject, predicate, object }) =>
    [subject, predicate.kind === 'link' ? predicate.iri : predicate, object]
      .map((term) => {
        if (term.kind === 'iri') return term.iri;
        if (term.kind === 'literal') return term.value;
        return (term.kind === 'variable' && values.get(term.name)) || '?';
      })
      .join(' '),
  );
  return [...lines, ...group.children.filter(({ kind }) => kind !== 'subselect').flatMap(linesOf)];
}
