/** Reduced KBs and their relabelled questions, with the embedded engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBundledSchema } from '../../server/src/adapters/bundled-schema';
import { factLines } from '../../server/src/adapters/kb/fact-lines';
import { readDataset } from '../../server/src/evaluation/datasets/read-dataset';
import type { Dataset, EvalQuestion } from '../../server/src/evaluation/eval-question';
import { lintDataset } from '../../server/src/evaluation/lint/lint-dataset';
import { factKey, parseFact } from '../../server/src/evaluation/reduce/fact';
import { reduceKb, type ReductionResult, type ReduceTask } from '../../server/src/evaluation/reduce/reduce';
import { ELEMENT_KINDS, type ElementKind } from '../../server/src/evaluation/reduce/reduction';
import type { MissingElement } from '../../server/src/evaluation/reduce/relabel';
import { grailQabilityRow, plainLine } from '../../server/src/evaluation/reduce/write-dataset';
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { storeKb } from '../../tools/store-kb';
import { ROOT } from '../lsp/build';

const schema = loadBundledSchema(join(ROOT, 'server', 'data', 'freebase.schema'));
const never = new AbortController().signal;
const folder = join(ROOT, 'server', 'data', 'sample-kb');
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.ttl'))
  .sort()
  .map((name) => join(folder, name));
/** The part of the sample KB that the questions use, and a little more. */
const ABOUT =
  /\/(?:type\.object|award|education|film\.director|film\.film\.directed_by|geography|location\.country|people\.(?:place_lived|person\.(?:place|education|date|children|profession)))|people_born_here/;
const allLines = readSampleLines();
const sample = allLines.then((lines) => storeKb(lines.join('\n')));
const NS = 'http://rdf.freebase.com/ns/';

describe('a reduction removes', () => {
  it('a named relation with its reverse', async () => {
    const { lines, facts, questions } = await reduced({
      relations: { names: ['people.person.place_of_birth'] },
    });
    expect(lines.filter((line) => /place_of_birth>|people_born_here>/.test(line))).toEqual([]);
    expect(facts).toMatchObject({ dropped: { types: 0, entities: 0, facts: 0 }, kept: lines.length });
    expect(facts.dropped.relations).toBe(facts.read - facts.kept);
    expect(stateOf(questions, 'one-hop')).toEqual({
      answerability: 'schema',
      missing: ['people.person.place_of_birth'],
      ideal: ['m.02hrh0_'],
      answers: [[]],
      forms: [undefined],
      idealSexpr: '(JOIN (R people.person.place_of_birth) m.02mjmr)',
    });
    expect(stateOf(questions, 'count')).toMatchObject({
      answerability: 'answerable',
      missing: [],
      answers: [['11']],
    });
  });

  it('a type with its relations', async () => {
    const { lines, questions } = await reduced({ types: { names: ['geography.river'] } });
    expect(lines.filter((line) => line.includes('/geography.river'))).toEqual([]);
    expect(lines.some((line) => line.includes('"Amazon River"@en'))).toBe(true);
    expect(stateOf(questions, 'superlative')).toMatchObject({
      answerability: 'schema',
      missing: ['geography.river', 'geography.river.length'],
    });
  });

  it('an entity with all its facts', async () => {
    const { lines, questions } = await reduced({ entities: { names: ['m.0bth54'] } });
    expect(lines.filter((line) => line.includes(`${NS}m.0bth54>`))).toEqual([]);
    // The question does not name it, but it was one of the answers.
    expect(stateOf(questions, 'films')).toMatchObject({
      answerability: 'answerable',
      answers: [['m.0dr_4']],
      ideal: ['m.0bth54', 'm.0dr_4'],
    });
  });

  it('the answer of a question that names a removed entity', async () => {
    const { questions } = await reduced({ entities: { names: ['m.03_gd'] } });
    expect(stateOf(questions, 'films')).toMatchObject({ answerability: 'schema', missing: ['m.03_gd'] });
  });

  it('a share of the facts, together with their reverses', async () => {
    const { lines, facts } = await reduced({ factShare: 0.3, seed: 7 });
    const all = await allLines;
    const kept = new Set(lines);
    const states = new Map<string, Set<boolean>>();
    for (const line of all) {
      const fact = parseFact(line);
      if (!fact) continue;
      const key = factKey(fact, schema);
      states.set(key, (states.get(key) ?? new Set()).add(kept.has(line)));
    }
    expect([...states].filter(([, both]) => both.size > 1)).toEqual([]);
    const names = (from: readonly string[]): number =>
      from.filter((line) => /type\.object\.(?:name|type)>/.test(line)).length;
    expect(names(lines)).toBe(names(all));
    const share = facts.dropped.facts / (facts.read - names(all));
    expect(share).toBeGreaterThan(0.27);
    expect(share).toBeLessThan(0.33);
  });

  it('a share of relations, types and entities', async () => {
    const { reduction } = await reduced({ relations: { share: 0.1 }, entities: { share: 0.05 } });
    const { reduction: types } = await reduced({ types: { share: 0.1 } });
    expect(
      [reduction.relations.size, reduction.entities.size, types.types.size].map((size) => size > 4),
    ).toEqual([true, true, true]);
    expect(reduction.types.size).toBe(0);
  });

  it('the same for the same seed, and something else for another', async () => {
    const task = { relations: { share: 0.1 }, factShare: 0.1, target: { share: 0.5, kinds: ELEMENT_KINDS } };
    const [once, again, other] = [
      await reduced(task),
      await reduced(task),
      await reduced({ ...task, seed: 2 }),
    ];
    expect(again.lines).toEqual(once.lines);
    expect(again.questions).toEqual(once.questions);
    expect(other.lines).not.toEqual(once.lines);
  });
});

describe('a share of unanswerable questions', () => {
  const cases: readonly (readonly [kinds: readonly ElementKind[], states: readonly string[]])[] = [
    [['relations'], ['schema']],
    [['types'], ['schema']],
    [['entities'], ['schema']],
    [['facts'], ['data']],
    [ELEMENT_KINDS, ['data', 'schema']],
  ];
  it.each(cases)('is reached by removing %j', async (kinds, states) => {
    const { questions, reduction } = await reduced({ target: { share: 0.5, kinds } });
    const unanswerable = questions.filter(({ gold }) => gold.answerability !== 'answerable');
    expect([...new Set(unanswerable.map(({ gold }) => gold.answerability))].sort()).toEqual(states);
    // The limit that one kind can reach without affecting too many questions.
    expect(unanswerable.length).toBeGreaterThanOrEqual(kinds.length > 1 ? 4 : 2);
    expect(unanswerable.length).toBeLessThanOrEqual(5);
    for (const kind of ELEMENT_KINDS)
      if (!kinds.includes(kind) && !(kind === 'relations' && kinds.includes('types')))
        expect(reduction[kind].size, kind).toBe(0);
  });

  it('may be none or all', async () => {
    const none = await reduced({ target: { share: 0, kinds: ELEMENT_KINDS } });
    expect(none.facts.kept).toBe(none.facts.read);
    const all = await reduced({ target: { share: 1, kinds: ['relations'] } });
    const answerable = all.questions.filter(({ gold }) => gold.answerability === 'answerable');
    // Its parses have no relation in common.
    expect(answerable.map(({ id }) => id)).toEqual(['two-readings']);
  });
});

describe('the relabelled dataset', () => {
  const tasks: readonly (readonly [string, Partial<ReduceTask>])[] = [
    ['relations', { relations: { share: 0.3 } }],
    ['types', { types: { share: 0.2 } }],
    ['entities', { entities: { share: 0.3 } }],
    ['facts', { factShare: 0.5 }],
    [
      'everything',
      {
        relations: { share: 0.1 },
        entities: { share: 0.1 },
        factShare: 0.2,
        target: { share: 0.5, kinds: ELEMENT_KINDS },
      },
    ],
  ];
  it.each(tasks)('matches the KB without %s', async (_name, task) => {
    for (const seed of [1, 2]) {
      const { questions, codes, kb } = await reduced({ ...task, seed });
      const plain = datasetOf(questions.map(plainLine).join('\n'));
      expect(plain.questions.map(({ gold }) => gold)).toEqual(questions.map(({ gold }) => gold));
      expect(await findings(plain, kb)).toEqual([]);
      const rows = questions.map((question, at) => grailQabilityRow({ question, codes: codes[at] ?? [] }));
      const published = datasetOf(JSON.stringify(rows));
      expect(published.shape).toBe('grailqability');
      expect(published.questions.map(({ gold }) => gold.answerability)).toEqual(
        questions.map(({ gold }) => gold.answerability),
      );
      expect(await findings(published, kb)).toEqual([]);
    }
  });

  it('leaves out questions without an answer on the complete KB, with the reason', async () => {
    const { leftOut } = await reduced({ factShare: 0.1 });
    expect(leftOut).toEqual([
      { row: 9, id: 'empty', why: 'The complete KB has no answer.' },
      { row: 10, id: 'no-gold', why: 'It has no gold query that can be parsed.' },
      { row: 11, id: 'update', why: expect.stringContaining('This update would change the KB.') as string },
    ]);
  });

  it('has the codes of GrailQAbility', async () => {
    const { questions, codes } = await reduced({ types: { names: ['geography.river'] } });
    expect(codes[questions.findIndex(({ id }) => id === 'superlative')]).toEqual(['R', 'T']);
    expect(codes[questions.findIndex(({ id }) => id === 'count')]).toEqual([]);
  });
});

describe('reducing', () => {
  it.each([
    ['relations', 'people.person.birthplace', 'The KB has no relation people.person.birthplace to remove.'],
    ['types', 'film.movie', 'The KB has no type film.movie to remove.'],
    ['entities', 'm.0', 'The KB has no entity with a name m.0 to remove.'],
  ])('reports unknown %s', async (kind, name, problem) => {
    const task = { seed: 1, [kind]: { names: [name] } };
    expect(await reduceKb(task, await portsOver([]), () => undefined, never)).toEqual({ problem });
  });

  it('stops when it is cancelled', async () => {
    const stop = new AbortController();
    const reducing = reduceKb(
      { seed: 1, factShare: 0.1 },
      await portsOver([]),
      () => stop.abort(),
      stop.signal,
    );
    await expect(reducing).rejects.toThrow('aborted');
  });

  it.each([
    ['<a:s> <a:p> <a:o> .', { subject: '<a:s>', relation: 'a:p', object: '<a:o>' }],
    ['_:b1\t<a:p>\t"a . b"@en .', { subject: '_:b1', relation: 'a:p', object: '"a . b"@en' }],
    ['<a:s><a:p>"1"^^<a:t>.', { subject: '<a:s>', relation: 'a:p', object: '"1"^^<a:t>' }],
    ['<a:s> <a:p> "x" . # why', { subject: '<a:s>', relation: 'a:p', object: '"x"' }],
    ['# nothing', undefined],
    ['', undefined],
  ])('reads %j', (line, fact) => {
    expect(parseFact(line)).toEqual(fact);
  });
});

const QUESTIONS = `${readFileSync(join(ROOT, 'test', 'evaluation', 'tiny.plain.jsonl'), 'utf8')
  .split('\n')
  .filter(
    (line) =>
      /"(?:one-hop|two-hops|count|superlative|only-a-query|two-readings)"/.test(line) &&
      !line.includes('How many films'),
  )
  .join('\n')}
{"id": "films", "question": "Which films did James Cameron direct?", "sexpr": "(JOIN (R film.director.film) m.03_gd)"}
{"id": "short", "question": "Which rivers are shorter than 100 km?", "sexpr": "(AND geography.river (lt geography.river.length 100.0^^http://www.w3.org/2001/XMLSchema#float))"}
{"id": "empty", "question": "Who are the children of Christopher Nolan?", "sexpr": "(JOIN (R people.person.children) m.0184dt)"}
{"id": "no-gold", "question": "Who is it?"}
{"id": "update", "question": "Who goes?", "sparql": "CLEAR ALL"}
{"id": "capital", "question": "What is the capital of Germany?", "sexpr": "(JOIN (R location.country.capital) m.0345h)"}
`;

async function reduced(task: Partial<ReduceTask>): Promise<
  ReductionResult & {
    readonly lines: readonly string[];
    readonly kb: KnowledgeBase;
    readonly questions: readonly EvalQuestion[];
    readonly codes: readonly (readonly MissingElement[])[];
    readonly leftOut: NonNullable<ReductionResult['relabelled']>['leftOut'];
  }
> {
  const lines: string[] = [];
  const ports = await portsOver(lines);
  const result = await reduceKb(
    { seed: 1, dataset: datasetOf(QUESTIONS), ...task },
    ports,
    () => undefined,
    never,
  );
  if ('problem' in result) throw new Error(result.problem);
  return {
    ...result,
    lines,
    kb: await ports.reduced(),
    questions: result.relabelled?.questions.map(({ question }) => question) ?? [],
    codes: result.relabelled?.questions.map((one) => one.codes) ?? [],
    leftOut: result.relabelled?.leftOut ?? [],
  };
}

async function portsOver(written: string[]): Promise<Parameters<typeof reduceKb>[1]> {
  return {
    schema,
    lines: async function* () {
      yield await allLines;
    },
    completeKb: await sample,
    write: (lines) => {
      written.push(...lines);
      return Promise.resolve();
    },
    reduced: () => Promise.resolve(storeKb(written.join('\n'))),
    limits: { timeoutMs: 60_000, maxRows: 10_000 },
  };
}

async function readSampleLines(): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const lines of factLines(files)) all.push(...lines.filter((line) => ABOUT.test(line)));
  return all;
}

function stateOf(questions: readonly EvalQuestion[], id: string): object {
  const { answerability, missing, ideal, idealSexpr, parses } =
    questions.find((one) => one.id === id)?.gold ?? {};
  return {
    answerability,
    missing,
    ideal,
    idealSexpr,
    answers: parses?.map(({ answers }) => answers),
    forms: parses?.map(({ sexpr }) => sexpr),
  };
}

async function findings(dataset: Dataset, kb: KnowledgeBase): Promise<readonly object[]> {
  const onDefect = (code: string): never => {
    throw new Error(code);
  };
  return lintDataset(dataset, { schema, kb, onDefect }, () => undefined, never);
}

function datasetOf(text: string): Dataset {
  const dataset = readDataset(text, 'the file');
  if ('problem' in dataset) throw new Error(dataset.problem);
  return dataset;
}
