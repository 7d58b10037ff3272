/** Logical forms: parsing, printing, conversion to and from SPARQL, checking. */
import { checkForms } from '../../../../server/src/core/logical-form/check-forms';
import { fromSparql } from '../../../../server/src/core/logical-form/from-sparql';
import { parseForms, parseSExpr } from '../../../../server/src/core/logical-form/parse-sexpr';
import { printSExpr } from '../../../../server/src/core/logical-form/print-sexpr';
import { isSameGraph } from '../../../../server/src/core/logical-form/same-graph';
import { ANY_DAY } from '../../../../server/src/core/logical-form/time-relations';
import { toSparql } from '../../../../server/src/core/logical-form/to-sparql';
import { parseQuery } from '../../../../server/src/core/language/sparql/parse';
import { freebase } from '../../../support/check';
import { must, type Target } from '../target';

export const logicalForm: Target = {
  name: 'logical-form',
  seeds: () => [
    '(AND film.film (JOIN film.film.directed_by m.03_gd))',
    '(COUNT (AND film.film (JOIN (R film.director.film) m.03_gd)))',
    '(ARGMAX (JOIN location.location.containedby m.09c7w0) location.location.area)',
    '(ARGMIN film.film (JOIN film.film.runtime film.film_cut.runtime))',
    '(AND people.person (ge people.person.height_meters 1.8^^http://www.w3.org/2001/XMLSchema#float))',
    '(lt people.person.date_of_birth "1950-01-01"^^http://www.w3.org/2001/XMLSchema#date)',
    '(JOIN (R people.marriage.spouse) (TC (JOIN people.marriage.spouse m.02mjmr) people.marriage.from NOW))',
    '(JOIN type.object.name "Titanic \\"1997\\""@en) ; comment\nNK\n(JOIN a.b.c m.0',
  ],
  sources: [
    'core/logical-form/parse-sexpr.ts',
    'core/logical-form/parse-literal.ts',
    'core/logical-form/time-relations.ts',
  ],
  words: [
    '(R ',
    '(JOIN ',
    'NOW',
    '"',
    '@en',
    '^^xsd:date',
    '2010',
    '2010-05',
    '<http://a/b>',
    'ns:film.film',
    ')',
  ],
  maxLength: 3000,
  run: (text) => {
    const schema = freebase();
    for (const { expr, problems, range } of parseForms(text, schema)) {
      must(
        0 <= range.start && range.start <= range.end && range.end <= text.length,
        () => 'A form is outside the text',
      );
      for (const problem of problems)
        must(
          0 <= problem.range.start && problem.range.end <= text.length,
          () => 'A problem is outside the text',
        );
      if (!expr) continue;
      const printed = printSExpr(expr);
      const again = parseSExpr(printed, schema);
      must(
        again.expr !== undefined,
        () => `The printed form does not parse: ${again.problems[0]?.message ?? ''} ${printed}`,
      );
      if (again.expr) {
        must(
          printSExpr(again.expr) === printed,
          () => `Printing is not idempotent: ${printed} ${again.expr ? printSExpr(again.expr) : ''}`,
        );
        must(isSameGraph(expr, again.expr, schema), () => `The printed form has another graph: ${printed}`);
      }
      const query = parseQuery(toSparql(expr, schema, ANY_DAY), 'sparql11');
      must(
        query.parses,
        () =>
          `The SPARQL query of the form does not parse: ${query.problems[0]?.message ?? ''} ${query.text}`,
      );
      fromSparql(query, schema);
    }
    const { findings } = checkForms(text, {
      dialect: 'sparql11',
      schema,
      severities: {},
      onDefect: (code, error) => {
        throw new Error(`${code} crashed`, { cause: error });
      },
    });
    for (const { range } of findings)
      must(
        0 <= range.start && range.start <= range.end && range.end <= text.length,
        () => 'A finding is outside the text',
      );
  },
};
