import { describe, expect, it } from 'vitest';
import { selectionRangesAt } from '../../server/src/core/edit/selection';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import { covers } from '../../server/src/core/language/text/range';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { VALID_QUERIES, INVALID_QUERIES } from '../support/queries';
import { damageAll } from '../support/damaged-texts';

/** The selections at the `|`, from the smallest. */
function growing(marked: string): readonly string[] {
  const text = marked.replace('|', '');
  return selectionRangesAt(text, parseDocument(text, 'virtuoso'), marked.indexOf('|')).map(({ start, end }) =>
    text.slice(start, end),
  );
}

describe('expanding a selection', () => {
  it('covers word, term, path, triple, group, query and file', () => {
    const text =
      '# a\nSELECT ?x WHERE {\n  ?x ns:film.film.star|ring/ns:b ?y ;\n    ns:c ?z .\n  ?z a ?w\n}\n###\nASK {}\n';
    const whole = text.replace('|', '');
    expect(growing(text)).toEqual([
      'starring',
      'ns:film.film.starring',
      'ns:film.film.starring/ns:b',
      'ns:film.film.starring/ns:b ?y',
      '?x ns:film.film.starring/ns:b ?y',
      '?x ns:film.film.starring/ns:b ?y ;\n    ns:c ?z',
      '?x ns:film.film.starring/ns:b ?y ;\n    ns:c ?z .\n  ?z a ?w',
      whole.slice(whole.indexOf('{'), whole.indexOf('}') + 1),
      whole.slice(whole.indexOf('WHERE'), whole.indexOf('}') + 1),
      whole.slice(whole.indexOf('SELECT'), whole.indexOf('}') + 1),
      whole.slice(0, whole.indexOf('}') + 1),
      whole,
    ]);
  });

  it('covers the whole object list', () => {
    const list = '?x ns:a ?d ; ns:genre ?g, ?h';
    expect(growing(`ASK { ${list.replace(':a', ':|a')} }`).slice(0, 5)).toEqual([
      'a',
      'ns:a',
      'ns:a ?d',
      '?x ns:a ?d',
      list,
    ]);
    expect(growing(`ASK { ${list.replace('?g', '?|g')} }`).slice(0, 5)).toEqual([
      'g',
      '?g',
      '?g, ?h',
      'ns:genre ?g, ?h',
      list,
    ]);
    expect(growing('ASK { ?x ns:|a ?d, ?e ; ns:b ?f }').slice(1, 5)).toEqual([
      'ns:a',
      'ns:a ?d, ?e',
      '?x ns:a ?d, ?e',
      '?x ns:a ?d, ?e ; ns:b ?f',
    ]);
  });

  it('covers conditions from the operand to the filter', () => {
    expect(growing('ASK { FILTER (STRLEN(?n|ame) > 3 && ?b) }').slice(0, 7)).toEqual([
      'name',
      '?name',
      '(?name)',
      'STRLEN(?name)',
      'STRLEN(?name) > 3',
      'STRLEN(?name) > 3 && ?b',
      '(STRLEN(?name) > 3 && ?b)',
    ]);
  });

  it('covers literals, VALUES, prefixes and comments', () => {
    expect(growing('ASK { ?x ?p "a b|ig word"^^xsd:string }').slice(0, 3)).toEqual([
      'big',
      '"a big word"',
      '"a big word"^^xsd:string',
    ]);
    expect(growing('ASK { VALUES (?a ?b) { (1 2|2) (3 4) } }').slice(0, 5)).toEqual([
      '22',
      '1 22',
      '(1 22)',
      '(1 22) (3 4)',
      '{ (1 22) (3 4) }',
    ]);
    expect(growing('PREFIX n|s: <a> ASK {}').slice(0, 3)).toEqual(['ns', 'ns:', 'PREFIX ns: <a>']);
    expect(growing('# question: Who| is it?\nASK {}').slice(0, 2)).toEqual(['Who', '# question: Who is it?']);
  });

  it('has nested ranges at every offset', () => {
    for (const text of [
      ...damageAll([...VALID_QUERIES, ...INVALID_QUERIES], 1, new SeededRandom(5)),
      '',
      ' ',
      '# a',
      '😀 {',
    ]) {
      const queries = parseDocument(text, 'virtuoso');
      for (let offset = 0; offset <= text.length; offset += 3) {
        const around = selectionRangesAt(text, queries, offset);
        if (text) expect(around.length).toBeGreaterThan(0);
        for (const [index, inner] of around.entries()) {
          const outer = around[index + 1];
          if (inner.start > offset || inner.end < offset) expect.fail(`${offset} in ${text}`);
          if (outer && (!covers(outer, inner) || covers(inner, outer))) expect.fail(`${offset} in ${text}`);
        }
      }
    }
  });
});
