import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../server/src/core/language/text/edit';
import { afterFirstFix, check, checkWithWorkingFixes } from '../support/check';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const XSD = 'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n';

interface FixCase {
  readonly code: string;
  readonly before: string;
  readonly after: string;
}

const fixCases: readonly FixCase[] = [
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

/** More fixes of each code: the query, the title of the first fix, and the result. */
const titled: readonly (readonly [string, string, string])[] = [
  [
    'SELECT ?x { ?x ns:people.person.gender ?g . FILTER(?g IN ("Male", "Female")) }',
    'Compare the name of ?g instead',
    'SELECT ?x { ?g ns:type.object.name ?g_name . ?x ns:people.person.gender ?g . FILTER(?g_name IN ("Male"@en, "Female"@en)) }',
  ],
  [
    'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s ?x }',
    'Continue through the mediator with people.marriage.spouse',
    'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s/ns:people.marriage.spouse ?x FILTER (?x != ns:m.02mjmr) }',
  ],
  [
    'SELECT ?m { ns:m.0ds3t5x ns:film.film.starring ?m . ?m ns:film.performance.character ns:m.02mjmr }',
    'Continue with film.performance.actor and select ?actor',
    'SELECT ?actor { ns:m.0ds3t5x ns:film.film.starring ?m . ?m ns:film.performance.actor ?actor . ?m ns:film.performance.character ns:m.02mjmr }',
  ],
  [
    'SELECT ?governor { ns:m.0vmt ns:government.governmental_jurisdiction.governing_officials ?governor }',
    'Continue through the mediator with government.government_position_held.office_holder',
    'SELECT ?governor { ns:m.0vmt ns:government.governmental_jurisdiction.governing_officials/ns:government.government_position_held.office_holder ?governor }',
  ],
  [
    'SELECT ?x { ns:m.0vmt ns:government.governmental_jurisdiction.governing_officials ?x }',
    'Continue through the mediator with government.government_position_held.office_holder',
    'SELECT ?x { ns:m.0vmt ns:government.governmental_jurisdiction.governing_officials/ns:government.government_position_held.office_holder ?x }',
  ],
  [
    'SELECT ?degree { ns:m.02mjmr ns:people.person.education ?degree }',
    'Continue through the mediator with education.education.degree',
    'SELECT ?degree { ns:m.02mjmr ns:people.person.education/ns:education.education.degree ?degree }',
  ],
  [
    'SELECT ?university { ns:m.02mjmr ns:people.person.education ?university }',
    'Continue through the mediator with education.education.institution',
    'SELECT ?university { ns:m.02mjmr ns:people.person.education/ns:education.education.institution ?university }',
  ],
  [
    'SELECT ?character { ns:m.0ds3t5x ns:film.film.starring ?character }',
    'Continue through the mediator with film.performance.character',
    'SELECT ?character { ns:m.0ds3t5x ns:film.film.starring/ns:film.performance.character ?character }',
  ],
  [
    // The variable is named after the mediator, so it keeps its name.
    'SELECT ?marriage { ns:m.02mjmr ns:people.person.spouse_s ?marriage }',
    'Continue with people.marriage.spouse and select ?spouse',
    'SELECT ?spouse { ns:m.02mjmr ns:people.person.spouse_s ?marriage . ?marriage ns:people.marriage.spouse ?spouse . FILTER (?spouse != ns:m.02mjmr) }',
  ],
  // If the path leads back, the start is excluded, unless the query already does so or the start is not a constant.
  [
    'SELECT ?x { FILTER(?x != ns:m.02mjmr) ns:m.02mjmr ns:people.person.spouse_s ?x ; ns:people.person.gender ?g . }',
    'Continue through the mediator with people.marriage.spouse',
    'SELECT ?x { FILTER(?x != ns:m.02mjmr) ns:m.02mjmr ns:people.person.spouse_s/ns:people.marriage.spouse ?x ; ns:people.person.gender ?g . }',
  ],
  [
    'SELECT ?x { ns:m.0f8l9c ns:location.location.adjoin_s ?x ; ns:location.location.area ?a . FILTER(?a > 1) }',
    'Continue through the mediator with location.adjoining_relationship.adjoins',
    'SELECT ?x { ns:m.0f8l9c ns:location.location.adjoin_s/ns:location.adjoining_relationship.adjoins ?x ; ns:location.location.area ?a . FILTER(?x != ns:m.0f8l9c) FILTER(?a > 1) }',
  ],
  [
    'SELECT ?x { ns:m.02mjmr ns:people.person.children ?c . ?c ns:people.person.spouse_s ?x }',
    'Continue through the mediator with people.marriage.spouse',
    'SELECT ?x { ns:m.02mjmr ns:people.person.children ?c . ?c ns:people.person.spouse_s/ns:people.marriage.spouse ?x }',
  ],
  [
    'SELECT ?m { ?m ns:people.marriage.from ?d . ns:m.02mjmr ns:people.person.spouse_s ?m }',
    'Continue with people.marriage.spouse and select ?spouse',
    'SELECT ?spouse { ?m ns:people.marriage.from ?d . ?m ns:people.marriage.spouse ?spouse . FILTER (?spouse != ns:m.02mjmr) ns:m.02mjmr ns:people.person.spouse_s ?m }',
  ],
  [
    'SELECT ?x { ns:m.02mjmr ns:people.person.spouse ?x }',
    'Change to people.person.spouse_s/people.marriage.spouse, through the mediator',
    'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s/ns:people.marriage.spouse ?x FILTER (?x != ns:m.02mjmr) }',
  ],
  [
    'SELECT ?characterName { ns:m.0ds3t5x ns:film.film.starring ?m . ?m ns:type.object.name ?characterName }',
    'Get the name through film.performance.character',
    'SELECT ?characterName { ns:m.0ds3t5x ns:film.film.starring ?m . ?m ns:film.performance.character/ns:type.object.name ?characterName }',
  ],
  [
    'SELECT ?n { ns:m.0ds3t5x ns:film.film.starring ?m . ?m ns:type.object.name ?n }',
    'Get the name through film.performance.actor',
    'SELECT ?n { ns:m.0ds3t5x ns:film.film.starring ?m . ?m ns:film.performance.actor/ns:type.object.name ?n }',
  ],
  [
    'SELECT ?x { ?x ns:people.person.place_of_birth "Honolulu" }',
    'Match the name: [ type.object.name "Honolulu"@en ]',
    'SELECT ?x { ?x ns:people.person.place_of_birth [ ns:type.object.name "Honolulu"@en ] }',
  ],
  [
    'SELECT ?x { ?x ns:people.person.place_of_birth ?c FILTER(?c = "Honolulu"@en) }',
    'Compare the name of ?c instead',
    'SELECT ?x { ?c ns:type.object.name ?c_name . ?x ns:people.person.place_of_birth ?c FILTER(?c_name = "Honolulu"@en) }',
  ],
  [
    'SELECT ?x { ?x ns:people.person.gender "/m/05zppz" }',
    'Change to ns:m.05zppz',
    'SELECT ?x { ?x ns:people.person.gender ns:m.05zppz }',
  ],
  [
    'SELECT ?x { ?x ns:people.person.gender ?g VALUES ?g { "m.05zppz" "m.02zsn" } }',
    'Change to ns:m.05zppz, ns:m.02zsn',
    'SELECT ?x { ?x ns:people.person.gender ?g VALUES ?g { ns:m.05zppz ns:m.02zsn } }',
  ],
  [
    'SELECT ?d { ?d ns:people.person.date_of_birth ns:m.02mjmr }',
    'Swap subject and object: ns:m.02mjmr … ?d',
    'SELECT ?d { ns:m.02mjmr ns:people.person.date_of_birth ?d }',
  ],
  [
    'SELECT ?y { ns:m.0d05w3 ns:location.country.gdp_nominal_per_capita "36000.0"^^xsd:float . ?y ns:location.location.containedby ns:m.0d05w3 }',
    'Continue through the mediator with measurement_unit.dated_money_value.amount',
    'SELECT ?y { ns:m.0d05w3 ns:location.country.gdp_nominal_per_capita/ns:measurement_unit.dated_money_value.amount "36000.0"^^xsd:float . ?y ns:location.location.containedby ns:m.0d05w3 }',
  ],
  [
    'SELECT ?x { ?x a ns:zoos.zoo_animal . ?x ns:cvg.computer_videogame.cvg_genre ?g }',
    'Change the class to cvg.computer_videogame',
    'SELECT ?x { ?x a ns:cvg.computer_videogame . ?x ns:cvg.computer_videogame.cvg_genre ?g }',
  ],
  [
    'SELECT ?x { ?x a ns:people.person.profession }',
    'Change to people.person',
    'SELECT ?x { ?x a ns:people.person }',
  ],
  [
    'SELECT ?x { ?x <http://rdf.freebase.com/ns/people/person/Place_of_Birth> ns:m.02hrh0_ }',
    'Change to people.person.place_of_birth',
    'SELECT ?x { ?x <http://rdf.freebase.com/ns/people.person.place_of_birth> ns:m.02hrh0_ }',
  ],
  [
    'SELECT ?x { ns:m.02MJMR ns:people.person.children ?x }',
    'Change to m.02mjmr',
    'SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }',
  ],
  [
    'SELECT ?answer { ns:m.02mjmr ns:people.person.children ?x }',
    'Change to ?x',
    'SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }',
  ],
  [
    'SELECT (COUNT(?chidl) AS ?n) { ns:m.02mjmr ns:people.person.children ?child }',
    'Change to ?child',
    'SELECT (COUNT(?child) AS ?n) { ns:m.02mjmr ns:people.person.children ?child }',
  ],
  [
    'SELECT ?person { ?person ns:people.person.children ns:m.02mjmr . ?persn ns:people.person.gender ?g }',
    'Change ?persn to ?person',
    'SELECT ?person { ?person ns:people.person.children ns:m.02mjmr . ?person ns:people.person.gender ?g }',
  ],
  [
    'SELECT ?x { ns:m.02mjmr nss:people.person.children ?x }',
    'Change nss: to ns:',
    'SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }',
  ],
];

describe('the fix that is offered first', () => {
  it.each(titled)('%s → %s', (before, title, after) => {
    const [finding] = checkWithWorkingFixes(NS + before);
    if (!finding) throw new Error('Nothing is found');
    expect(finding.fixes?.[0]?.title).toBe(title);
    expect(afterFirstFix(NS + before, finding)).toBe(NS + after);
  });

  it('declares one prefix, and the second one all missing prefixes', () => {
    const text = 'SELECT ?x { ns:m.02mjmr fb:people.person.children ?x }';
    const [first] = checkWithWorkingFixes(text);
    expect(first?.fixes?.map(({ title }) => title)).toEqual([
      'Declare ns: as <http://rdf.freebase.com/ns/>',
      'Declare all 2 missing prefixes',
    ]);
    expect(check(applyEdits(text, first?.fixes?.[1]?.edits ?? []))).toEqual([]);
  });

  it('keeps the declaration that applies if a prefix has two', () => {
    const text = `PREFIX ns: <http://old/>\n${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }`;
    const [finding] = checkWithWorkingFixes(text);
    expect(finding && afterFirstFix(text, finding)).toBe(text.slice(text.indexOf('\n') + 1));
  });

  it('inserts after a predicate list with the same indentation', () => {
    const text = `${NS}SELECT ?m {\r\n  ?m a ns:film.performance ;\r\n    ns:film.performance.film ns:m.0ds3t5x\r\n}`;
    const [finding] = checkWithWorkingFixes(text);
    expect(finding && afterFirstFix(text, finding)).toContain(
      'ns:m.0ds3t5x .\r\n  ?m ns:film.performance.actor ?actor .\r\n}',
    );
  });
});

describe('the first fix', () => {
  it.each([
    ['?character', false],
    ['?x', true],
  ])('of several continuations is preferred only if the name %s decides', (variable, undecided) => {
    const [finding] = checkWithWorkingFixes(
      `${NS}SELECT ${variable} { ns:m.0ds3t5x ns:film.film.starring ${variable} }`,
    );
    expect(Boolean(finding?.fixes?.[0]?.oneOfMany)).toBe(undecided);
  });

  it.each(fixCases)('of $code gives a text without the finding: $before', ({ code, before, after }) => {
    const finding = check(before).find((one) => one.code === code);
    if (!finding) throw new Error(`No ${code} in ${before}`);
    expect(afterFirstFix(before, finding)).toBe(after);
    expect(check(after).filter((one) => one.code === code)).toEqual([]);
  });

  it('uses a full IRI if xsd: is not declared in standard SPARQL', () => {
    const text = `${NS}SELECT ?x { ?x ns:people.person.date_of_birth ?d FILTER(?d > 1980) }`;
    const [finding] = check(text, { dialect: 'sparql11' });
    if (!finding) throw new Error('No finding');
    expect(afterFirstFix(text, finding)).toContain('"1980"^^<http://www.w3.org/2001/XMLSchema#gYear>');
  });
});

describe('every fix', () => {
  it.each(fixCases)('edits inside the text, and no two edits overlap: $before', ({ before }) => {
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

  it('that swaps subject and object does not put an entity in place of a literal', () => {
    const text = `${NS}SELECT ?y { ns:m.02mjmr ns:people.person.date_of_birth ?x . ?x ns:people.person.children ?y }`;
    const findings = check(text).filter(({ code }) => code === 'lf_semantic');
    expect(findings).toHaveLength(1);
    for (const { edits } of findings.flatMap(({ fixes }) => fixes ?? []))
      expect(check(applyEdits(text, edits)).filter(({ code }) => code === 'lf_semantic')).toEqual([]);
  });
});

describe('the reason why a literal does not fit', () => {
  it.each([
    ['= 1970', 'the two are never equal'],
    ['> 1970', 'the comparison does not depend on the value'],
  ])('for %s', (comparison, reason) => {
    const [finding] = check(
      `${NS}SELECT ?x { ?x ns:people.person.date_of_birth ?d FILTER(?d ${comparison}) }`,
    );
    expect(finding?.because).toBe(`This literal is of datatype xsd:integer, so ${reason}.`);
  });
});
