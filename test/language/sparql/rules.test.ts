/** The rules of the SPARQL 1.1 specification, one text for each, and what another parser says about it. */
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import { expectAgreementWithOxigraph, type OxigraphDifference } from '../../support/oxigraph-reference';
import { SYNTAX_CASES } from '../../support/syntax-cases';

/** Where oxigraph differs from the specification. */
const DIFFERENCES: readonly OxigraphDifference[] = [
  { why: 'code points in names are decoded before parsing (19.2)', of: /[:?]a?\\u/ },
  { why: 'BIND and VALUES end a basic graph pattern (5.1, 10.1)', of: /_:a :p \?o (?:BIND|VALUES)/ },
  { why: 'a column may use an earlier one (16.1.2)', of: /\(\(\?n \+ 1\) AS \?m\)/ },
  { why: 'the name of a service is in scope, but oxigraph runs it first', of: /SERVICE \?x/ },
  { why: 'a prologue may end an update (grammar rule 29)', of: /; PREFIX c: <http:\/\/c\/>$/ },
  { why: 'an aggregate may be any function (grammar rule 71)', of: /:f\(DISTINCT/ },
  { why: 'a negated set may be empty (grammar rule 95)', of: /!\(\)/ },
  { why: 'a datatype may be a relative IRI', of: /\^\^<t>/ },
  { why: 'a sign belongs to its number (grammar rule 61)', of: /- 1/ },
  { why: 'a key of GROUP BY is in scope (18.2.1)', of: /GROUP BY \(\?x AS \?z\)$/ },
  { why: 'triple terms are a part of SPARQL 1.2', of: /<< / },
  { why: 'two patterns of one request cannot share a label (19.6)', of: /WHERE \{ \?s :q _:b \}$/ },
];

describe('the rules of SPARQL 1.1', () => {
  it.each(SYNTAX_CASES)('$sign $written', (one) => {
    const problems = parseQuery(one.text, 'sparql11').problems.map(({ message }) => message);
    expect(problems.length === 0, problems.join('; ')).toBe(one.isValid);
  });

  it('are those of oxigraph, except where oxigraph differs from the specification', () => {
    expectAgreementWithOxigraph(SYNTAX_CASES, DIFFERENCES);
  });
});
