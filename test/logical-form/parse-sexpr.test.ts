import { describe, expect, it } from 'vitest';
import { parseForms, parseSExpr } from '../../server/src/core/logical-form/parse-sexpr';
import { printSExpr } from '../../server/src/core/logical-form/print-sexpr';
import { freebase } from '../support/check';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

describe('printSExpr prints the parsed form unchanged', () => {
  it.each([
    'm.02mjmr',
    'film.film',
    '(JOIN film.film.directed_by m.03_gd)',
    '(JOIN (R film.film.directed_by) m.0dr_4)',
    '(AND film.film (AND (JOIN film.film.directed_by m.03_gd) (JOIN film.film.genre m.07s9rl0)))',
    '(COUNT (AND film.film (JOIN film.film.directed_by m.03_gd)))',
    '(ARGMAX geography.mountain geography.mountain.elevation)',
    '(ARGMAX geography.mountain geography.mountain.elevation 2)',
    '(ARGMIN (OR m.02mjmr m.03_gd) people.person.date_of_birth)',
    '(MINUS film.film (JOIN film.film.directed_by m.03_gd))',
    '(ARGMIN tv.tv_rating (JOIN (R tv.tv_series_season.rating) tv.tv_series_season.number_of_episodes))',
    `(AND food.food (gt food.food.energy 802.0^^${XSD}float))`,
    `(AND food.food (le (JOIN food.food.nutrients food.nutrition_fact.quantity) -8e+06^^${XSD}float))`,
    '(TC (JOIN (R sports.pro_athlete.teams) m.02_nkp) sports.sports_team_roster.from NOW)',
    '(TC (JOIN (R sports.pro_athlete.teams) m.02_nkp) sports.sports_team_roster.from 2012)',
    '(JOIN type.object.name "Rome (\\"Roma\\"; city)"@en)',
    '(JOIN type.object.name "Rome")',
    `(JOIN film.film.initial_release_date 2009-01-31^^${XSD}date)`,
  ])('%s', (text) => {
    const { expr, problems } = parseSExpr(text, freebase());
    expect(problems).toEqual([]);
    expect(expr && printSExpr(expr)).toBe(text);
  });
});

describe('parseSExpr accepts other notations', () => {
  it.each([
    ['(join (r film.film.directed_by) m.0dr_4)', '(JOIN (R film.film.directed_by) m.0dr_4)'],
    [
      '( AND film.film\n  ; which\n  (JOIN film.film.genre m.07s9rl0) )',
      '(AND film.film (JOIN film.film.genre m.07s9rl0))',
    ],
    [
      '(ARGMIN digicams.digital_camera_manufacturer digicams.digital_camera_manufacturer.cameras digicams.digital_camera.lcd_pixels)',
      '(ARGMIN digicams.digital_camera_manufacturer (JOIN digicams.digital_camera_manufacturer.cameras digicams.digital_camera.lcd_pixels))',
    ],
    ['(>= food.food.energy 802)', `(ge food.food.energy 802^^${XSD}integer)`],
    ['(GT food.food.energy "802.5"^^xsd:float)', `(gt food.food.energy 802.5^^${XSD}float)`],
    [
      '(JOIN film.film.initial_release_date 2009-01)',
      `(JOIN film.film.initial_release_date 2009-01^^${XSD}gYearMonth)`,
    ],
    ['(JOIN ns:film.film.directed_by :m.03_gd)', '(JOIN film.film.directed_by m.03_gd)'],
    [
      '(JOIN <http://rdf.freebase.com/ns/film.film.directed_by> m.03_gd)',
      '(JOIN film.film.directed_by m.03_gd)',
    ],
  ])('%s', (text, printed) => {
    const { expr, problems } = parseSExpr(text, freebase());
    expect(problems).toEqual([]);
    expect(expr && printSExpr(expr)).toBe(printed);
  });

  it.each(['NK', 'no logical form', ' null '])('%s marks an inexpressible question', (text) => {
    expect(parseSExpr(text)).toMatchObject({ problems: [], inexpressible: true });
  });
});

describe('parseSExpr reports problems with ranges', () => {
  it.each([
    ['', '', 'There is no logical form here'],
    ['(JOIN film.film.genre m.07s9rl0', '(', 'never closed'],
    ['(JOIN film.film.genre m.07s9rl0))', ')', 'Unmatched'],
    ['(JOIN film.film.genre)', 'JOIN', '(JOIN relation set)'],
    ['(AND film.film film.film tv.tv_program film.actor)', 'tv.tv_program film.actor', 'Too many arguments'],
    ['(JION film.film.genre m.07s9rl0)', 'JION', 'Did you mean JOIN?'],
    ['(UNION film.film film.actor)', 'UNION', 'Operators: JOIN, AND'],
    ['(AND (COUNT film.film) film.film)', 'COUNT', 'outermost'],
    ['(COUNT (COUNT film.film))', 'COUNT', 'outermost'],
    ['(JOIN (R (R film.film.genre)) m.07s9rl0)', '(R film.film.genre)', 'R of R'],
    ['(JOIN (JOIN film.film.genre m.07s9rl0) m.03_gd)', '(JOIN film.film.genre m.07s9rl0)', 'this is a set'],
    ['(JOIN m.03_gd m.07s9rl0)', 'm.03_gd', 'is an entity'],
    ['(JOIN film.film m.07s9rl0)', 'film.film', 'is a class'],
    ['(JOIN 5 m.07s9rl0)', '5', 'this is a value'],
    ['(AND film.film film.film.genre)', 'film.film.genre', 'is a relation'],
    ['(AND film.film Titanic)', 'Titanic', 'neither an entity'],
    ['(gt food.food.energy m.07s9rl0)', 'm.07s9rl0', 'Expected a value'],
    ['(ARGMAX film.film)', 'ARGMAX', '(ARGMAX set relation)'],
    ['(TC film.film film.film.initial_release_date soon)', 'soon', 'a year, a day or NOW'],
    ['(JOIN film.film.genre "x)', '"x)', 'Unclosed string'],
    ['film.film film.actor', 'film.actor', 'Text after the logical form'],
    ['('.repeat(5000), '(', 'never closed'],
    [`${'(JOIN film.film.genre '.repeat(500)}m.07s9rl0${')'.repeat(500)}`, '(JOIN', 'up to 100 levels'],
  ])('%s', (text, place, message) => {
    const { expr, problems } = parseSExpr(text, freebase());
    expect(expr).toBeUndefined();
    expect(
      problems.map(({ range, message: told }) => [
        text.slice(range.start, range.end).slice(0, place.length),
        told,
      ]),
    ).toContainEqual([place, expect.stringContaining(message)]);
  });

  it('reports an unmatched closing bracket once', () => {
    expect(parseSExpr('(JOIN film.film.genre m.07s9rl0))').problems).toHaveLength(1);
  });

  it('limits an unclosed bracket to its own form', () => {
    const forms = parseForms(
      '(JOIN film.film.genre m.07s9rl0\n(AND film.film\n  film.actor)\nno logical form\nNK',
      freebase(),
    );
    expect(
      forms.map(({ problems, expr, inexpressible }) => [problems.length, !!expr, !!inexpressible]),
    ).toEqual([
      [1, false, false],
      [0, true, false],
      [0, false, true],
      [0, false, true],
    ]);
  });
});
