import { expect, it } from 'vitest';
import { candidateFromExpr } from '../../server/src/core/candidates/enumerate/from-expr';
import { parseSExpr } from '../../server/src/core/logical-form/parse-sexpr';
import { printSExpr } from '../../server/src/core/logical-form/print-sexpr';
import { freebase } from '../support/check';

const read = (form: string): ReturnType<typeof candidateFromExpr> => {
  const { expr } = parseSExpr(form, freebase());
  if (!expr) throw new Error(`${form} is invalid.`);
  return candidateFromExpr(expr, {
    linking: { entities: [], literals: [] },
    orderWords: 'largest',
    schema: freebase(),
  });
};

it.each([
  ['one step', '(JOIN (R film.film.directed_by) m.0dr_4)'],
  ['a step against its direction', '(JOIN film.film.directed_by m.03_gd)'],
  ['two steps through a mediator', '(JOIN (R film.performance.actor) (JOIN (R film.film.starring) m.0dr_4))'],
  ['a class', '(AND film.actor (JOIN (R film.film.directed_by) m.0dr_4))'],
  ['a count', '(COUNT (JOIN film.film.directed_by m.03_gd))'],
  ['a superlative', '(ARGMAX (JOIN (R location.location.contains) m.0d05w3) location.location.area)'],
  ['a second entity', '(AND (JOIN film.film.genre m.07s9rl0) (JOIN film.film.directed_by m.03_gd))'],
  [
    'a second entity at the mediator',
    '(JOIN (R film.performance.actor) (AND (JOIN film.performance.character m.0b) (JOIN (R film.film.starring) m.0dr_4)))',
  ],
  [
    'a time',
    '(JOIN (R people.marriage.spouse) (TC (JOIN (R people.person.spouse_s) m.02mjmr) people.marriage.from NOW))',
  ],
])('A logical form with %s is a candidate with the same form', (_, form) => {
  const candidate = read(form);
  expect(candidate && printSExpr(candidate.expr)).toBe(form);
});

it('A path through a node that is not a mediator has two parts', () => {
  expect(
    read('(JOIN (R location.location.containedby) (JOIN (R people.person.place_of_birth) m.0jcx))'),
  ).toMatchObject({ start: { id: 'm.0jcx' }, turn: 1 });
});

it('A form with three entities is not a candidate', () => {
  expect(
    read(
      '(AND (JOIN film.film.genre m.0a) (AND (JOIN film.film.country m.0b) (JOIN film.film.directed_by m.0c)))',
    ),
  ).toBeUndefined();
});
