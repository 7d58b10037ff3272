import { describe, expect, it } from 'vitest';
import { summarizeQueries } from '../../server/src/core/edit/query-summary';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import { check } from '../support/check';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const UNUSED = 'PREFIX ex: <http://example.org/>\n';
const SOUND = `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.parents ?x }\n`;
const WRONG = `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }\n`;

function verdicts(text: string, schema = true): readonly string[] {
  const findings = check(text, schema ? {} : { schema: undefined });
  return summarizeQueries(parseDocument(text, 'virtuoso'), findings, { schema }).map(
    ({ title, range, first }) =>
      `${text.slice(range.start, range.end)}: ${title}${first ? ` (${text.slice(first.range.start, first.range.end)})` : ''}`,
  );
}

describe('the summary of a query', () => {
  it('says that no problems were found', () => {
    expect(verdicts(SOUND)).toEqual(['PREFIX: ✓ no problems found']);
  });

  it('counts the findings and links to the most severe one', () => {
    expect(verdicts(WRONG)).toEqual(['PREFIX: 1 error (ns:people.person.birthplace)']);
    expect(verdicts(UNUSED + WRONG)).toEqual(['PREFIX: 1 error, 1 hint (ns:people.person.birthplace)']);
    expect(
      verdicts(WRONG.replace('?x {', '?x ?y {').replace('?x }', '?x ; ns:people.person.name ?z }')),
    ).toEqual(['PREFIX: 2 errors, 1 warning (ns:people.person.birthplace)']);
  });

  it('exists for each query of a file', () => {
    expect(verdicts(`# one\n${SOUND}###\n${WRONG}### three\n\n${SOUND}###\n# nothing\n`)).toEqual([
      'PREFIX: ✓ no problems found',
      'PREFIX: 1 error (ns:people.person.birthplace)',
      'PREFIX: ✓ no problems found',
    ]);
  });

  it('does not exist for an empty text', () => {
    expect(verdicts('')).toEqual([]);
    expect(verdicts('# only a comment')).toEqual([]);
  });

  it('covers only the syntax without a schema', () => {
    expect(verdicts(WRONG, false)).toEqual([
      'PREFIX: ✓ no problems found in the syntax, no schema to check more',
    ]);
  });
});
