import { expect, it } from 'vitest';
import { FOLDS, Folds, folds } from '../../tools/folds';

const DIRECTED =
  'PREFIX fb: <http://rdf.freebase.com/ns/> SELECT ?x { fb:m.0dr_4 fb:film.film.directed_by ?x }';
/** The same query with another spelling. */
const AGAIN =
  'SELECT DISTINCT ?x WHERE { <http://rdf.freebase.com/ns/m.0dr_4> <http://rdf.freebase.com/ns/film.film.directed_by> ?x . }';

/** Enough questions about other films to cover every fold. */
const OTHERS = Array.from({ length: 60 }, (_, at) => ({
  question: `who made film ${at}`,
  sparql: DIRECTED.replace('0dr_4', `0film${at}`),
}));

it('Questions are spread over all folds', () => {
  const split = new Folds(OTHERS);
  expect([...new Set(OTHERS.map((one) => split.foldOf(one)))].sort()).toEqual(folds());
  expect(folds()).toHaveLength(FOLDS);
});

it.each(OTHERS.slice(0, 12))(
  'A paraphrase of “$question” is in its fold, and so is a paraphrase of that',
  (one) => {
    const paraphrase = { question: `the director of it, please: ${one.question}`, sparql: one.sparql };
    const elsewhere = { question: paraphrase.question.toUpperCase(), sparql: DIRECTED };
    const third = { question: 'whose film is it?', sparql: AGAIN };
    const split = new Folds([...OTHERS, third, elsewhere, paraphrase]);
    expect([paraphrase, elsewhere, third].map((each) => split.foldOf(each))).toEqual(
      Array(3).fill(split.foldOf(one)),
    );
  },
);

it('The fold depends neither on the order of the questions nor on punctuation', () => {
  const [forth, back] = [new Folds(OTHERS), new Folds([...OTHERS].reverse())];
  for (const one of OTHERS) {
    expect(back.foldOf(one)).toBe(forth.foldOf(one));
    expect(forth.foldOf({ ...one, question: `“${one.question}”?` })).toBe(forth.foldOf(one));
  }
});

it('A question is known by its words or by its query', () => {
  const split = new Folds([{ question: 'who directed it', sparql: DIRECTED }]);
  expect(split.knows({ question: 'Who directed it?', sparql: '' })).toBe(true);
  expect(split.knows({ question: 'whose film is it', sparql: AGAIN })).toBe(true);
  expect(split.knows({ question: 'whose film is it', sparql: '' })).toBe(false);
});
