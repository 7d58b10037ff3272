import { describe, expect, it } from 'vitest';
import { checkDocument, type CheckOptions } from '../../server/src/core/check/check';
import { fixWorks, workingFixes } from '../../server/src/core/check/working-fixes';
import type { Finding } from '../../server/src/core/check/verifier';
import { check, freebase } from '../support/check';

const options: CheckOptions = {
  dialect: 'virtuoso',
  schema: freebase(),
  severities: {},
  onDefect: (code, error) => {
    throw new Error(code, { cause: error });
  },
};
const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const misspelt = `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }`;

/** Whether replacing `wrong` by `right` fixes the finding there. */
function isFixedBy(text: string, wrong: string, right: string): boolean {
  const checked = checkDocument(text, options);
  const start = text.indexOf(wrong);
  const finding = checked.findings.find(({ range }) => range.start === start);
  if (!finding) throw new Error(`Nothing is found at ${wrong}`);
  const edits = [{ range: { start, end: start + wrong.length }, newText: right }];
  return fixWorks(checked, finding, { edits }, options);
}

function offered(text: string, code: string): readonly string[] {
  const checked = checkDocument(text, options);
  const finding = checked.findings.find((one: Finding) => one.code === code);
  if (!finding) throw new Error(`No ${code}`);
  return workingFixes(checked, finding, options).map(({ title }) => title);
}

describe('a fix', () => {
  it('works if the finding disappears', () => {
    expect(isFixedBy(misspelt, 'ns:people.person.birthplace', 'ns:people.person.place_of_birth')).toBe(true);
  });

  it.each(['ns:people.person.birthplaces', 'ns:people.person.birthplace', '}', 'ex:birthplace'])(
    'to %s does not work: the finding stays, or one as severe appears',
    (relation) => {
      expect(isFixedBy(misspelt, 'ns:people.person.birthplace', relation)).toBe(false);
    },
  );

  it('does not work if a warning appears, but works through the mediator', () => {
    const text = `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.spouse ?x }`;
    expect(isFixedBy(text, 'ns:people.person.spouse', 'ns:people.person.spouse_s')).toBe(false);
    expect(
      isFixedBy(text, 'ns:people.person.spouse', 'ns:people.person.spouse_s/ns:people.marriage.spouse'),
    ).toBe(true);
    const [fix] = (check(text)[0]?.fixes ?? []).filter(({ title }) => title.includes('mediator'));
    expect(fix?.edits[0]?.newText).toBe('ns:people.person.spouse_s/ns:people.marriage.spouse');
  });

  it('works for one of two findings', () => {
    const text = `${NS}SELECT ?x { ?x ns:people.person.birthplace ?y . ?x ns:people.person.kids ?z }`;
    expect(isFixedBy(text, 'ns:people.person.kids', 'ns:people.person.children')).toBe(true);
  });

  it('does not work if it removes only another finding', () => {
    const text = `${NS}SELECT ?x { ?x ns:people.person.birthplace ?y . ?x ns:people.person.kids ?z }`;
    const checked = checkDocument(text, options);
    const [first, second] = checked.findings;
    if (!first || !second) throw new Error('Two are expected');
    const edits = [{ range: second.range, newText: 'ns:people.person.children' }];
    expect(fixWorks(checked, first, { edits }, options)).toBe(false);
    expect(fixWorks(checked, second, { edits }, options)).toBe(true);
  });

  it('of a syntax error works even if the next syntax error appears', () => {
    const text = `${NS}SELECT ?x {
      ns:m.02mjmr ns:people.person.children ?x
      ?x ns:people.person.parents ?y
      ?y ns:people.person.profession ?z }`;
    expect(offered(text, 'syntax')).toEqual(["Insert the missing '.'"]);
  });

  it('is tested on its own query of a file', () => {
    const file = `${misspelt}\n### next\n${misspelt}\n### last\n${misspelt}\n`;
    const checked = checkDocument(file, options);
    expect(checked.findings).toHaveLength(3);
    for (const finding of checked.findings)
      expect(workingFixes(checked, finding, options)[0]?.title).toBe(
        'Change to people.person.place_of_birth',
      );
  });

  it('works in a file that suppresses other findings', () => {
    const text = `# funfusic-disable unused_prefix\nPREFIX ex: <http://e/>\n${misspelt}`;
    expect(offered(text, 'grounding')).toContain('Change to people.person.place_of_birth');
  });
});
