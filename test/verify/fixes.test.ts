import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../server/src/core/text/edit';
import { afterFirstFix, check } from '../support/check';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const XSD = 'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n';

interface Mended {
  readonly code: string;
  readonly before: string;
  readonly after: string;
}

const mended: readonly Mended[] = [
  {
    code: 'grounding',
    before: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }`,
    after: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }`,
  },
  {
    code: 'grounding',
    before:
      'SELECT ?x { ?y <http://rdf.freebase.com/ns/people.person.spouse> ?m . ?m <http://rdf.freebase.com/ns/people.marriage.from> ?x }',
    after:
      'SELECT ?x { ?y <http://rdf.freebase.com/ns/people.person.spouse_s> ?m . ?m <http://rdf.freebase.com/ns/people.marriage.from> ?x }',
  },
  {
    code: 'grounding',
    before: 'PREFIX p: <http://rdf.freebase.com/ns/people.person.>\nSELECT ?x { ?y p:birthplace ?x }',
    after: 'PREFIX p: <http://rdf.freebase.com/ns/people.person.>\nSELECT ?x { ?y p:place_of_birth ?x }',
  },
  {
    code: 'grounding',
    before: `${NS}SELECT ?x { ?x a ns:film.fillm }`,
    after: `${NS}SELECT ?x { ?x a ns:film.film }`,
  },
  {
    code: 'grounding',
    before: `${NS}SELECT ?x { VALUES ?r { ns:people.person.kids } ns:m.02mjmr ?r ?x }`,
    after: `${NS}SELECT ?x { VALUES ?r { ns:people.person.children } ns:m.02mjmr ?r ?x }`,
  },
  {
    code: 'undeclared_prefix',
    before: '# my query\nSELECT ?x { ns:m.02mjmr ns:people.person.children ?x }',
    after: `# my query\n${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }`,
  },
  {
    code: 'unused_prefix',
    before: `PREFIX ex: <http://e/>  \n${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }`,
    after: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }`,
  },
  {
    code: 'duplicate_prefix',
    before: `${NS}${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }`,
    after: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }`,
  },
  {
    code: 'unbound_variable',
    before: `${NS}SELECT ?chidl { ns:m.02mjmr ns:people.person.children ?child }`,
    after: `${NS}SELECT ?child { ns:m.02mjmr ns:people.person.children ?child }`,
  },
  {
    code: 'lf_semantic',
    before: `${NS}SELECT ?p { ?m a ns:people.marriage . ?p a ns:people.person . ?m ns:people.person.spouse_s ?p }`,
    after: `${NS}SELECT ?p { ?m a ns:people.marriage . ?p a ns:people.person . ?p ns:people.person.spouse_s ?m }`,
  },
  {
    code: 'lf_semantic',
    before: `${NS}SELECT ?p { ?m a ns:people.marriage ; ns:people.person.spouse_s ?p . ?p a ns:people.person }`,
    after: `${NS}SELECT ?p { ?m a ns:people.marriage ; ns:people.marriage.spouse ?p . ?p a ns:people.person }`,
  },
  {
    code: 'lf_semantic',
    before: `${NS}SELECT ?x { ns:m.0ds3t5x ns:film.film.starring ?x . ?x ns:people.person.place_of_birth ?p }`,
    after: `${NS}SELECT ?x { ns:m.0ds3t5x ns:film.film.starring/ns:film.performance.actor ?x . ?x ns:people.person.place_of_birth ?p }`,
  },
  {
    code: 'float_suffix',
    before: `${NS}${XSD}SELECT ?x { ?x ns:people.person.height_meters "2"^^xsd:integer }`,
    after: `${NS}${XSD}SELECT ?x { ?x ns:people.person.height_meters "2"^^xsd:float }`,
  },
  {
    code: 'float_suffix',
    before: `${NS}SELECT ?x { ?x ns:people.person.date_of_birth ?d FILTER(?d > 1980) }`,
    after: `${NS}SELECT ?x { ?x ns:people.person.date_of_birth ?d FILTER(?d > "1980"^^xsd:gYear) }`,
  },
  {
    code: 'float_suffix',
    before: `${NS}SELECT ?x { ?x ns:people.person.date_of_birth ?d FILTER(?d > "1980-05") }`,
    after: `${NS}SELECT ?x { ?x ns:people.person.date_of_birth ?d FILTER(?d > "1980-05"^^xsd:gYearMonth) }`,
  },
  {
    code: 'float_suffix',
    before: `${NS}SELECT ?x { ?x ns:type.object.name 12 }`,
    after: `${NS}SELECT ?x { ?x ns:type.object.name "12" }`,
  },
  {
    code: 'syntax',
    before: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x`,
    after: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x\n}`,
  },
  {
    code: 'syntax',
    before: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x\n?x ns:people.person.parents ?y }`,
    after: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x .\n?x ns:people.person.parents ?y }`,
  },
];

describe('the first fix', () => {
  it.each(mended)('of $code gives a text without the finding: $before', ({ code, before, after }) => {
    const finding = check(before).find((one) => one.code === code);
    if (!finding) throw new Error(`No ${code} in ${before}`);
    expect(afterFirstFix(before, finding)).toBe(after);
    expect(check(after).filter((one) => one.code === code)).toEqual([]);
  });

  it('keeps a full IRI where xsd: is not declared and the dialect is the standard', () => {
    const text = `${NS}SELECT ?x { ?x ns:people.person.date_of_birth ?d FILTER(?d > 1980) }`;
    const [finding] = check(text, { dialect: 'sparql11' });
    if (!finding) throw new Error('No finding');
    expect(afterFirstFix(text, finding)).toContain('"1980"^^<http://www.w3.org/2001/XMLSchema#gYear>');
  });
});

describe('every fix', () => {
  it.each(mended)('edits inside the text, and no two edits overlap: $before', ({ before }) => {
    for (const { fixes } of check(before)) {
      for (const { edits } of fixes ?? []) {
        const ordered = [...edits].sort((left, right) => left.range.start - right.range.start);
        let at = 0;
        for (const { range } of ordered) {
          expect(range.start).toBeGreaterThanOrEqual(at);
          expect(range.end).toBeGreaterThanOrEqual(range.start);
          at = range.end;
        }
        expect(at).toBeLessThanOrEqual(before.length);
      }
    }
  });

  it('that swaps subject and object leaves no entity where a literal belongs', () => {
    const text = `${NS}SELECT ?y { ns:m.02mjmr ns:people.person.date_of_birth ?x . ?x ns:people.person.children ?y }`;
    const findings = check(text).filter(({ code }) => code === 'lf_semantic');
    expect(findings).toHaveLength(1);
    for (const { edits } of findings.flatMap(({ fixes }) => fixes ?? []))
      expect(check(applyEdits(text, edits)).filter(({ code }) => code === 'lf_semantic')).toEqual([]);
  });
});
