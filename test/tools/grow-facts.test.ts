import { describe, expect, it } from 'vitest';
import { growFacts } from '../../tools/grow/grow-facts';

const NS = 'http://rdf.freebase.com/ns/';
const TYPE = `<${NS}type.object.type>`;
const NAME = `<${NS}type.object.name>`;
const [PROFESSION, PEOPLE] = [
  `<${NS}people.person.profession>`,
  `<${NS}people.profession.people_with_this_profession>`,
];
const [DIRECTED_BY, DIRECTED] = [`<${NS}film.film.directed_by>`, `<${NS}film.director.film>`];
const ACTOR = `<${NS}m.02hrh1q>`;

/** 60 directors with two films each, who are all actors. */
function smallDump(): readonly string[] {
  const lines = [`${ACTOR} ${TYPE} <${NS}people.profession> .`, `${ACTOR} ${NAME} "actor"@en .`];
  for (let at = 0; at < 60; at++) {
    const person = `<${NS}m.0p${at}>`;
    lines.push(
      `${person} ${TYPE} <${NS}people.person> .`,
      `${person} ${NAME} "First${'abcdef'[at % 6]} Last${'ghijk'[at % 5]}"@en .`,
      `${person} <${NS}people.person.date_of_birth> "19${10 + at}-02-11"^^<http://www.w3.org/2001/XMLSchema#date> .`,
      `${person} ${PROFESSION} ${ACTOR} .`,
      `${ACTOR} ${PEOPLE} ${person} .`,
    );
    for (const film of [`<${NS}m.0f${at}a>`, `<${NS}m.0f${at}b>`])
      lines.push(
        `${film} ${TYPE} <${NS}film.film> .`,
        `${film} ${NAME} "The ${'Red,Blue,Old,New,Last'.split(',')[at % 5]} ${'House,Road,Night,River'.split(',')[at % 4]}"@en .`,
        `${film} ${DIRECTED_BY} ${person} .`,
        `${person} ${DIRECTED} ${film} .`,
      );
  }
  return lines;
}

async function grow(lines: readonly string[], factor: number, seed = 1): Promise<readonly string[]> {
  const grown: string[] = [];
  // Small batches, because a dump is read in blocks.
  async function* read(): AsyncIterable<readonly string[]> {
    for (let at = 0; at < lines.length; at += 50) {
      await Promise.resolve();
      yield lines.slice(at, at + 50);
    }
  }
  for await (const some of growFacts(read, { factor, seed })) grown.push(...some);
  return grown;
}

function factsOf(lines: readonly string[], relation: string): readonly (readonly [string, string])[] {
  return lines.flatMap((line) => {
    const match = /^(\S+) (\S+) (.*) \.$/.exec(line);
    return match?.[2] === relation ? [[match[1] ?? '', match[3] ?? ''] as const] : [];
  });
}

describe('a grown KB', () => {
  it('contains the facts of the dump and about as many as the factor says', async () => {
    const dump = smallDump();
    const grown = await grow(dump, 6);
    for (const line of dump) expect(grown).toContain(line);
    expect(grown.length).toBeGreaterThan(dump.length * 5);
    expect(grown.length).toBeLessThan(dump.length * 7);
    for (const line of grown)
      expect(line).toMatch(/^<[^ ]+> <[^ ]+> (?:<[^ ]+>|".*"(?:@en|\^\^<[^ ]+>)) \.$/);
  });

  it('is the dump itself with a factor of 1', async () => {
    expect(await grow(smallDump(), 1)).toEqual(smallDump());
  });

  it('depends only on the dump, the factor and the seed', async () => {
    const [one, same, other] = await Promise.all([1, 1, 2].map((seed) => grow(smallDump(), 3, seed)));
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it('shares hubs and classes, so that their degree grows', async () => {
    const grown = await grow(smallDump(), 6);
    expect(new Set(factsOf(grown, PROFESSION).map(([, object]) => object))).toEqual(new Set([ACTOR]));
    expect(factsOf(grown, PROFESSION).length).toBeGreaterThan(150);
    expect(new Set(factsOf(grown, TYPE).map(([, object]) => object)).size).toBe(3);
    expect(factsOf(grown, NAME).filter(([subject]) => subject === ACTOR)).toHaveLength(1);
  });

  it('keeps the type and the name of every copy', async () => {
    const grown = await grow(smallDump(), 4);
    const typed = new Set(factsOf(grown, TYPE).map(([subject]) => subject));
    const named = new Set(factsOf(grown, NAME).map(([subject]) => subject));
    for (const [film, person] of factsOf(grown, DIRECTED_BY))
      for (const node of [film, person]) expect([typed.has(node), named.has(node)]).toEqual([true, true]);
    expect(typed.size).toBeGreaterThan(400);
  });

  it('copies a fact together with its reverse', async () => {
    const grown = await grow(smallDump(), 6);
    const forward = factsOf(grown, DIRECTED_BY).map(([film, person]) => `${person} ${film}`);
    const backward = factsOf(grown, DIRECTED).map(([person, film]) => `${person} ${film}`);
    expect(forward.length).toBeGreaterThan(200);
    expect([...forward].sort()).toEqual([...backward].sort());
  });

  it('has skewed degrees: the entities of the dump gain facts', async () => {
    const degrees = new Map<string, number>();
    for (const [person] of factsOf(await grow(smallDump(), 8), DIRECTED))
      degrees.set(person, (degrees.get(person) ?? 0) + 1);
    const mean = (some: readonly number[]): number => some.reduce((sum, one) => sum + one, 0) / some.length;
    const split = (copied: boolean): readonly number[] =>
      [...degrees].filter(([person]) => person.includes('m.1') === copied).map(([, count]) => count);
    expect(Math.max(...split(false))).toBeGreaterThan(2);
    expect(mean(split(false))).toBeGreaterThan(mean(split(true)));
  });

  it('recombines names of the same kind, some of which exist already', async () => {
    const dump = smallDump();
    const before = new Set(factsOf(dump, NAME).map(([, name]) => name));
    const copies = factsOf(await grow(dump, 8), NAME).filter(([subject]) => subject.includes('m.1'));
    const fresh = copies.filter(([, name]) => !before.has(name));
    expect(fresh.length).toBeGreaterThan(copies.length / 4);
    expect(fresh.length).toBeLessThan(copies.length);
    for (const [, name] of copies) expect(name).toMatch(/^"(?:First|The )/);
  });

  it('keeps dates valid', async () => {
    const dates = factsOf(await grow(smallDump(), 4), `<${NS}people.person.date_of_birth>`);
    for (const [, date] of dates) expect(date).toMatch(/^"\d{4}-02-11"\^\^/);
    expect(new Set(dates.map(([, date]) => date)).size).toBeGreaterThan(60);
  });
});
