import { describe, expect, it } from 'vitest';
import { differences, readAnnotations, writeAnnotations } from '../support/annotations';
import { check } from '../support/check';

const QUERY = `PREFIX ns: <http://rdf.freebase.com/ns/>
PREFIX ex: <http://e/>
SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }
`;

describe('annotations', () => {
  it('written from findings are read back as the same findings', () => {
    const findings = check(QUERY);
    expect(findings).toHaveLength(2);
    const annotated = readAnnotations(writeAnnotations(readAnnotations(QUERY), findings));
    expect(annotated.text).toBe(QUERY);
    expect(differences(annotated, findings)).toBe('');
  });

  it('without a finding, and findings without an annotation, are reported separately', () => {
    const annotated = readAnnotations(`${QUERY.trimEnd()}\n#      ^^ warning intermediate\n`);
    const report = differences(annotated, check(QUERY));
    expect(report).toMatch(/^Missing:\n {2}warning intermediate at line 3/);
    expect(report).toMatch(
      /Unexpected:\n {2}hint unused_prefix 💡 at line 2.*\n {2}error grounding 💡 at line 3/,
    );
  });

  it('differ by severity, by the mark for a fix and by message', () => {
    const right = writeAnnotations(readAnnotations(QUERY), check(QUERY));
    for (const wrong of [
      right.replace('error grounding', 'warning grounding'),
      right.replace(' 💡', ''),
      right.replace('Unknown relation', 'Quokka'),
      right.replace('^', ''),
    ])
      expect(differences(readAnnotations(wrong), check(QUERY))).not.toBe('');
  });

  it('that are invalid are rejected', () => {
    expect(() => readAnnotations(`${QUERY}#   ^^^ eror grounding`)).toThrow('Invalid annotation');
  });
});
