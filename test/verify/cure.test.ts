import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../server/src/core/verify/check';
import { cures } from '../../server/src/core/verify/cure';
import type { Finding, Fix } from '../../server/src/core/verify/verifier';
import { check, freebase } from '../support/check';

const options: CheckOptions = {
  dialect: 'virtuoso',
  schema: freebase(),
  severities: {},
  onDefect: () => undefined,
};
const text =
  'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }';

function fixTo(relation: string): Fix {
  const [{ range }] = check(text) as [Finding];
  return { title: relation, edits: [{ range, newText: relation }], safety: 'unsafe' };
}

describe('a fix', () => {
  it('cures when it leaves less to find', () => {
    expect(cures(text, check(text), fixTo('ns:people.person.place_of_birth'), options)).toBe(true);
  });

  it.each(['ns:people.person.birthplaces', 'ns:people.person.birthplace', '}'])(
    'to %s does not',
    (relation) => {
      expect(cures(text, check(text), fixTo(relation), options)).toBe(false);
    },
  );
});
