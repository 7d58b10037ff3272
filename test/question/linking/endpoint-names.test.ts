/** Whole names and numbers of facts, from the real engine. */
import { describe, expect, it } from 'vitest';
import { FREEBASE, RDFS_LABEL } from '../../../server/src/core/language/rdf/names';
import { queryRows } from '../../../server/src/core/query/query-rows';
import { countFacts } from '../../../server/src/core/question/linking/count-facts';
import { findWholeNames, type WholeNames } from '../../../server/src/core/question/linking/whole-names';
import { storeKb, type StoreKb } from '../../../tools/store-kb';

const never = new AbortController().signal;
const NAME = `${FREEBASE}type.object.name`;
const WANTED: WholeNames = {
  names: ['Ohio', 'Cleveland'],
  relations: [NAME, RDFS_LABEL],
  language: 'en',
  untagged: false,
  limit: 2,
};

async function found(kb: StoreKb, wanted: Partial<WholeNames> = {}): Promise<readonly string[]> {
  const answer = await findWholeNames({ ...WANTED, ...wanted }, (text) =>
    queryRows(kb, text, { timeoutMs: 1000, maxRows: 2000 }, never),
  );
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.rows.map(([entity, name]) => `${entity?.value.slice(FREEBASE.length)} ${name?.value}`);
}

describe('Entities by whole names', () => {
  it('come in the order of the names and relations, those with the shortest ids first', async () => {
    const kb =
      storeKb(`ns:m.long1 ns:type.object.name "Cleveland"@en . ns:m.b ns:type.object.name "Cleveland"@en .
      ns:m.a ns:type.object.name "Cleveland"@en . ns:m.c rdfs:label "Cleveland"@en . ns:m.o ns:type.object.name "Ohio"@en .
      ns:m.x ns:type.object.name "Ohio" . ns:m.y ns:type.object.name "Ohio"@de .`);
    expect(await found(kb)).toEqual(['m.o Ohio', 'm.a Cleveland', 'm.b Cleveland', 'm.c Cleveland']);
    expect(kb.queries).toHaveLength(1);
    expect(await found(kb, { untagged: true, names: ['Ohio'] })).toEqual(['m.o Ohio', 'm.x Ohio']);
  });

  it('are found for each name if very many entities share one', async () => {
    const many = Array.from({ length: 700 }, (_, at) => `ns:m.o${at} ns:type.object.name "Ohio"@en .`);
    const kb = storeKb(`${many.join('\n')} ns:m.c ns:type.object.name "Cleveland"@en .`);
    expect([...(await found(kb))].sort()).toEqual(['m.c Cleveland', 'm.o0 Ohio', 'm.o1 Ohio']);
    expect(kb.queries).toHaveLength(2);
  });
});

describe('The number of facts', () => {
  const iris = ['m.hub', 'm.small', 'm.none'].map((id) => FREEBASE + id);
  const SMALL = 'ns:m.small ns:a.b.c ns:m.x . ns:m.y ns:a.b.c ns:m.small .';

  it('counts both directions, up to 500', async () => {
    const many = Array.from({ length: 600 }, (_, at) => `ns:m.hub ns:a.b.c ns:m.v${at} .`);
    const kb = storeKb(`${many.join('\n')} ${SMALL}`);
    const { facts } = await countFacts(kb, iris, 1000, never);
    expect(iris.map((iri) => facts.get(iri))).toEqual([500, 2, 0]);
    expect(kb.queries).toHaveLength(2);
  });

  it('is right for small entities beside a hub that uses up the limit', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `ns:m.hub ns:a.b.c ns:m.v${at} .`);
    const kb = storeKb(`${many.join('\n')} ${SMALL}`);
    const { facts } = await countFacts(kb, iris, 1000, never);
    expect(iris.map((iri) => facts.get(iri))).toEqual([500, 2, 0]);
  });
});
