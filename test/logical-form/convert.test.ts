import { describe, expect, it } from 'vitest';
import { convertText } from '../../server/src/core/logical-form/convert';
import { freebase } from '../support/check';

const NOW = '(TC (JOIN (R sports.pro_athlete.teams) m.0a) sports.sports_team_roster.from NOW)';
const NESTED = '(ARGMAX (ARGMIN film.film film.film.initial_release_date) film.film.gross_revenue)';

describe('convertText', () => {
  it('converts NOW to the given day with a note, and that day back to NOW', () => {
    const query = converted(NOW, 'sparql', '2026-03-01');
    expect(query.losses).toEqual(['NOW is 2026-03-01 in this query.']);
    expect(query.text).toMatch(/^# NOW is 2026-03-01 in this query\.\n/);
    expect(query.text.match(/"[\d-]+"\^\^xsd:date/g)).toEqual([
      '"2026-03-01"^^xsd:date',
      '"2026-03-01"^^xsd:date',
    ]);
    expect(converted(query.text, 'sexpr', '2026-03-01').text).toContain(NOW);
    // On another day, the date is not converted to NOW.
    expect(converted(query.text, 'sexpr', '2026-03-02').text).toContain(NOW.replace('NOW', '2026-03-01'));
  });

  it.each([
    ['SELECT ?x WHERE {', "The query in line 1 does not parse: Missing '}'"],
    [
      'SELECT ?x { ?x <http://rdf.freebase.com/ns/film.film.directed_by> ?y }\n###\nSELECT ?x {\n  ?x , ?y }',
      'The query in line 4 does not parse: ',
    ],
  ])('reports the line of invalid input: %s', (text, why) => {
    const options = { schema: freebase(), dialect: 'sparql11' as const, now: '2026-03-01' };
    const problem = expect.stringContaining(why) as string;
    expect(convertText(text, 'sexpr', options)).toEqual({ problem });
  });

  it('reports a query that cannot be converted back', () => {
    const { text, losses } = converted(NESTED, 'sparql', '2026-03-01');
    expect(losses).toEqual([
      'This query cannot be converted back to a logical form. Two extremes at once have no counterpart.',
    ]);
    expect(text).toContain(`# ${losses[0]}\n`);
    expect(converted('(JOIN film.film.directed_by m.03_gd)', 'sparql', '2026-03-01').losses).toEqual([]);
  });
});

function converted(
  text: string,
  to: 'sparql' | 'sexpr',
  now: string,
): { readonly text: string; readonly losses: readonly string[] } {
  const result = convertText(text, to, { schema: freebase(), dialect: 'sparql11', now });
  if ('problem' in result) throw new Error(result.problem);
  return result;
}
