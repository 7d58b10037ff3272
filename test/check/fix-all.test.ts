import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../server/src/core/language/text/edit';
import { checkDocument } from '../../server/src/core/check/check';
import { fixAll, type FixAllResult } from '../../server/src/core/check/fix-all';
import { findingLines, optionsOf, type TestCheckOptions } from '../support/check';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const EX = 'PREFIX ex: <http://e/>\n';
const XSD = 'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n';

function fixed(text: string, choices: TestCheckOptions = {}): FixAllResult {
  const options = optionsOf(choices);
  return fixAll(checkDocument(text, options), options);
}

describe('all safe fixes at once', () => {
  it('are applied together', () => {
    const text = `${EX}${EX}SELECT ?x { ?x ns:people.person.height_meters "2"^^xsd:integer . ?x fb:people.person.children ?y }`;
    const { text: after, applied, edits } = fixed(text);
    expect(after).toBe(
      `${NS}PREFIX fb: <http://rdf.freebase.com/ns/>\nSELECT ?x { ?x ns:people.person.height_meters "2"^^xsd:float . ?x fb:people.person.children ?y }`,
    );
    expect(applied).toHaveLength(5);
    expect(applyEdits(text, edits)).toBe(after);
    expect(findingLines(after)).toEqual([]);
  });

  it('do not include unsafe fixes', () => {
    const text = `${NS}${EX}SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }`;
    expect(fixed(text).text).toBe(text.replace(EX, ''));
  });

  it('do not change a text without safe fixes', () => {
    const text = `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }`;
    expect(fixed(text)).toEqual({ text, edits: [], applied: [] });
  });

  it('include fixes of findings that a fix reveals', () => {
    const text = `${NS}SELECT COUNT(?x) { ?x ns:people.person.height_meters "2"^^xsd:integer FILTER(?x != ns:m.0d05w3 AND ?x != ns:m.02mjmr) }`;
    const { text: after, edits } = fixed(text, { dialect: 'sparql11' });
    expect(after).toBe(
      `${XSD}${NS}SELECT (COUNT(?x) AS ?count) { ?x ns:people.person.height_meters "2"^^xsd:float FILTER(?x != ns:m.0d05w3 && ?x != ns:m.02mjmr) }`,
    );
    expect(applyEdits(text, edits)).toBe(after);
    expect(findingLines(after, { dialect: 'sparql11' })).toEqual([]);
  });

  it('include every query of a file', () => {
    const query = `${NS}${EX}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }\n`;
    const { text, applied } = fixed(`${query}### second\n${query}`);
    expect(applied).toHaveLength(2);
    expect(text).toBe(`${query}### second\n${query}`.replaceAll(EX, ''));
  });

  it('are idempotent', () => {
    const text = `${EX}SELECT ?x { ?x ns:people.person.height_meters 2 }`;
    const { text: once } = fixed(text);
    expect(fixed(once).edits).toEqual([]);
  });

  it('do not include suppressed findings', () => {
    const text = `# funfusic-disable unused_prefix\n${NS}${EX}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }`;
    expect(fixed(text).text).toBe(text);
  });

  it('do not change empty or invalid text', () => {
    for (const text of ['', '\n', '# only a comment', '}{', 'SELECT', '😀'])
      expect(fixed(text).text).toBe(text);
  });
});
