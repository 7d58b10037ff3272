/** The dialect sparql12: what the SPARQL 1.2 specification accepts, and what another parser says about it. */
import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { completeAt } from '../../../server/src/core/edit/complete/complete';
import { defaultFormat } from '../../../server/src/core/edit/format/format';
import { formatDocument } from '../../support/formatting';
import { hoverAt } from '../../../server/src/core/edit/hover';
import { renameAt } from '../../../server/src/core/edit/rename';
import { semanticTokensOf } from '../../../server/src/core/edit/semantic-tokens';
import { parseDocument, parseQuery } from '../../../server/src/core/language/sparql/parse';
import { tokenize } from '../../../server/src/core/language/sparql/tokens';
import { SPARQL12_FUNCTIONS } from '../../../server/src/core/language/sparql/vocabulary';
import { applyEdits } from '../../../server/src/core/language/text/edit';
import { refusalBeforeSending } from '../../../server/src/core/query/refusal-before-sending';
import { readJsonResults } from '../../../server/src/core/query/results';
import { check, findingLines, freebase } from '../../support/check';
import { expectAgreementWithOxigraph, type OxigraphDifference } from '../../support/oxigraph-reference';
import { SYNTAX_CASES, SYNTAX_CASES_12 } from '../../support/syntax-cases';

/** Where oxigraph differs from the specification. */
const DIFFERENCES: readonly OxigraphDifference[] = [
  { why: 'each operation of an update may begin with a version (grammar rule 29)', of: /; VERSION/ },
  { why: 'only a triple with one relation can be annotated (19.8)', of: /\?s \^:p \?o/ },
  {
    why: 'the subject in an expression is an IRI or a variable (rule ExprTripleTermSubject)',
    of: /BIND \(<<\( ["<]/,
  },
];

const VALID = SYNTAX_CASES_12.filter(({ isValid }) => isValid);
const written = (text: string): readonly string[] =>
  tokenize(text).tokens.map(({ start, end }) => text.slice(start, end));

describe('the dialect sparql12', () => {
  it.each(SYNTAX_CASES_12)('$sign $written', (one) => {
    const problems = parseQuery(one.text, 'sparql12').problems.map(({ message }) => message);
    expect(problems.length === 0, problems.join('; ')).toBe(one.isValid);
  });

  it('agrees with oxigraph, except where oxigraph differs from the specification', () => {
    expectAgreementWithOxigraph(SYNTAX_CASES_12, DIFFERENCES);
  });

  it('judges SPARQL 1.1 like the dialect sparql11', () => {
    const differing = SYNTAX_CASES.filter(({ text, isValid, written: text11 }) => {
      const isAccepted = parseQuery(text, 'sparql12').problems.length === 0;
      return isAccepted !== isValid && !/<<|\{\||~/.test(text11);
    });
    expect(differing.map(({ text }) => text)).toEqual([]);
  });

  it.each(VALID)('is named in the other dialects: $written', ({ text }) => {
    for (const dialect of ['sparql11', 'virtuoso'] as const) {
      const [problem] = parseQuery(text, dialect).problems;
      expect(problem?.message).toMatch(/is SPARQL 1\.2$/);
      expect(problem?.advice).toContain('set funfusic.dialect to sparql12');
    }
  });

  it('reports Virtuoso extensions', () => {
    const [problem] = parseQuery('SELECT COUNT(?s) { ?s ?p ?o {| ?q ?r |} }', 'sparql12').problems;
    expect(problem?.because).toBe('The dialect is set to sparql12.');
  });
});

describe('the editor on SPARQL 1.2', () => {
  it.each(VALID)('formatting moves only white space: $written', ({ text }) => {
    const { edits, defect } = formatDocument(text, 'sparql12', defaultFormat);
    expect(defect).toBeUndefined();
    const formatted = applyEdits(text, edits);
    expect(written(formatted)).toEqual(written(text));
    expect(parseQuery(formatted, 'sparql12').problems).toEqual([]);
    expect(formatDocument(formatted, 'sparql12', defaultFormat).edits).toEqual([]);
  });

  it('formatting writes annotations and triple terms on one line', () => {
    const text =
      'VERSION "1.2" SELECT * { ?s ?p ?o~?r{|?q 1;?z "x"@en--ltr|}.<<?a ?b ?c>> ?p <<(?x ?p 1)>> }';
    expect(applyEdits(text, formatDocument(text, 'sparql12', defaultFormat).edits)).toBe(
      `VERSION "1.2"
SELECT * {
  ?s ?p ?o ~ ?r {| ?q 1 ; ?z "x"@en--ltr |} .
  << ?a ?b ?c >> ?p <<( ?x ?p 1 )>>
}
`,
    );
  });

  it('hover and semantic tokens work at every offset', () => {
    for (const { text } of SYNTAX_CASES_12) {
      const query = parseQuery(text, 'sparql12');
      semanticTokensOf(query, freebase());
      for (let offset = 60; offset <= text.length; offset += 3) hoverAt(query, freebase(), offset);
    }
  });

  it('the new functions have a hover and are completed only in this dialect', () => {
    const text = 'SELECT * { ?s ?p ?t FILTER(isTri(?t)) }';
    const offset = text.indexOf('(?t)');
    const labels = (dialect: 'sparql11' | 'sparql12'): readonly string[] =>
      completeAt(text, offset, { schema: freebase(), dialect })?.items.map(({ label }) => label) ?? [];
    expect(labels('sparql12')).toContain('isTRIPLE');
    expect(labels('sparql11')).not.toContain('isTRIPLE');
    const query = parseQuery('SELECT * { FILTER(isTRIPLE(?t)) }', 'sparql12');
    expect(hoverAt(query, freebase(), 20)?.markdown).toContain('Whether a term is a triple term.');
    expect(SPARQL12_FUNCTIONS.size).toBe(9);
  });

  it('relations are completed inside triple terms and annotations', () => {
    for (const before of [
      'SELECT * { ns:m.1 ns:film.film.genre ?g . ?x ns:common.topic.alias <<( ?f ns:film.film.di',
      'SELECT * { << ?f ns:film.film.di',
      'SELECT * { ?f ns:film.film.genre ?g {| ns:film.film.di',
    ]) {
      const text = `PREFIX ns: <http://rdf.freebase.com/ns/> ${before}`;
      const items = completeAt(text, text.length, { schema: freebase(), dialect: 'sparql12' })?.items ?? [];
      expect(items.map(({ label }) => label).join(' '), before).toContain('film.film.directed_by');
    }
  });

  it('a variable is renamed in triple terms, reifiers and annotations', () => {
    const text = 'SELECT ?x { ?x ?p ?o ~ ?x {| ?q <<( ?x ?p 1 )>> |} . << ?x ?p ?o >> ?q ?x }';
    const edits = renameAt(parseDocument(text, 'sparql12'), text.indexOf('?x'), 'film');
    if ('refusal' in edits) throw new Error(edits.refusal);
    expect(applyEdits(text, edits)).toBe(text.replaceAll('?x', '?film'));
  });

  it('such a query is sent to a KB that is not writable', () => {
    const kb = { name: 'Mine', writable: false };
    for (const { kind, text } of VALID)
      expect(refusalBeforeSending(text, kb) === undefined, text).toBe(kind === 'query');
  });
});

it('an answer with a triple term shows it as text', () => {
  const store = new Store();
  const json = store.query(
    'SELECT ?t ?n { BIND(<<( <http://a> <http://b> <<( <http://c> <http://d> "x" )>> )>> AS ?t) BIND(1 AS ?n) }',
    { results_format: 'application/sparql-results+json' },
  );
  const execution = readJsonResults(json as unknown as string, 10);
  expect(execution).toMatchObject({
    answer: {
      rows: [
        [
          { type: 'literal', value: '<<( <http://a> <http://b> <<( <http://c> <http://d> "x" )>> )>>' },
          { type: 'literal', value: '1' },
        ],
      ],
    },
  });
});

describe('the checks on SPARQL 1.2', () => {
  const ns = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
  const lines = (text: string): readonly string[] => findingLines(ns + text, { dialect: 'sparql12' });

  it('a triple term connects its variables to the pattern', () => {
    expect(
      lines(
        'SELECT ?who ?film { ?statement ns:common.topic.alias <<( ?film ns:film.film.directed_by ?who )>> }',
      ),
    ).toEqual([]);
    expect(
      lines(
        'SELECT ?who ?r { ?film ns:film.film.directed_by ?who ~ ?r . << ?who ns:people.person.gender ?g >> ?q ?z {| ?u ?v |} }',
      ),
    ).toEqual([]);
  });

  it('an unknown relation in a triple term is a warning, because it need not be a fact', () => {
    expect(
      lines('SELECT ?film { ?s ns:common.topic.alias <<( ?film ns:film.film.directed_bye ?who )>> }'),
    ).toEqual(["warning grounding 'ns:film.film.directed_bye'"]);
  });

  it('an unknown relation in an annotation and in an annotated triple is an error', () => {
    expect(
      lines('SELECT ?film { ?film ns:film.film.directed_bye ?who {| ns:film.film.genere ?g |} }'),
    ).toEqual(["error grounding 'ns:film.film.directed_bye'", "error grounding 'ns:film.film.genere'"]);
  });

  it('a triple term says nothing about types', () => {
    const clash = 'ns:film.film.starring ?x . ?x ns:people.marriage.spouse ?g';
    expect(check(`${ns}SELECT ?x { ?f ${clash} }`).map(({ code }) => code)).toContain('lf_semantic');
    expect(
      lines(
        'SELECT ?a { ?f ns:film.film.starring ?x . ?x ns:film.performance.actor ?a . ?s ns:common.topic.alias <<( ?x ns:people.marriage.spouse ?g )>> }',
      ),
    ).toEqual([]);
  });
});
