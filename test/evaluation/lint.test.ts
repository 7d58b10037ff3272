/** Each lint rule with rows that violate it and rows that do not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBundledSchema } from '../../server/src/adapters/bundled-schema';
import { readDataset } from '../../server/src/evaluation/datasets/read-dataset';
import type { Dataset } from '../../server/src/evaluation/eval-question';
import { lintDataset, type LintPorts } from '../../server/src/evaluation/lint/lint-dataset';
import { LINT_RULES } from '../../server/src/evaluation/lint/lint-finding';
import type { TaskProgress } from '../../server/src/core/kb/knowledge-base';
import { sampleKb } from '../../tools/store-kb';
import { ROOT } from '../lsp/build';

const schema = loadBundledSchema(join(ROOT, 'server', 'data', 'freebase.schema'));
const sample = sampleKb(ROOT);
const never = new AbortController().signal;
const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/> ';
const BORN = `${NS}SELECT DISTINCT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }`;

describe('lint', () => {
  const told: readonly (readonly [name: string, rows: readonly object[], finding: string | RegExp])[] = [
    [
      'SPARQL that cannot be read',
      [{ sparql: `${NS}SELECT ?x { ?x ns:a.b.c ` }],
      /^2 syntax In the SPARQL: /,
    ],
    [
      'a form that cannot be read',
      [{ sexpr: '(JOIN (R film.director.film) m.03_gd' }],
      /^2 syntax In the s-expression: /,
    ],
    [
      'a relation that is not there',
      [{ sparql: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }` }],
      /^2 unknown-name In the SPARQL: .*people\.person\.birthplace/,
    ],
    [
      'a relation that is not there, in both forms once',
      [
        {
          sparql: `${NS}SELECT DISTINCT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }`,
          sexpr: '(JOIN (R people.person.birthplace) m.02mjmr)',
        },
      ],
      /^2 unknown-name In the SPARQL: /,
    ],
    [
      'a class that is not there, in a form',
      [{ sexpr: '(AND film.movie (JOIN film.film.directed_by m.03_gd))' }],
      /^2 unknown-name In the s-expression: .*film\.movie/,
    ],
    [
      'what can never match',
      [
        {
          sparql: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.date_of_birth ?d . ?d ns:film.director.film ?x }`,
        },
      ],
      /^2 wrong-query In the SPARQL: /,
    ],
    [
      'forms that disagree',
      [{ sparql: BORN, sexpr: '(JOIN (R people.person.nationality) m.02mjmr)' }],
      /^2 forms-disagree The SPARQL asks \(JOIN \(R people\.person\.place_of_birth\) m\.02mjmr\), the s-expression \(JOIN \(R people\.person\.nationality\) m\.02mjmr\)\./,
    ],
    [
      'forms that disagree, of one of several readings',
      [
        {
          parses: [
            { sparql: BORN },
            { sparql: BORN, sexpr: '(JOIN (R people.person.nationality) m.02mjmr)' },
          ],
        },
      ],
      /^2 forms-disagree Parse 2: /,
    ],
    [
      'no answers to what is called answerable',
      [{ answers: [], answerable: true }],
      '2 no-answers There are no answers, but the question is marked answerable. Add answers, or mark it unanswerable.',
    ],
    [
      'no answers',
      [{ answers: [] }],
      '2 no-answers There are no answers. Add answers, or mark it unanswerable.',
    ],
    [
      'answers to what is called unanswerable',
      [{ answers: ['m.1'], answerable: false }],
      '2 contradiction The question is marked unanswerable (unanswerable), but has answers. Correct one of the two.',
    ],
    [
      'something missing where there is an answer',
      [{ answers: ['m.1'], answerable: true, missing: ['R'] }],
      '2 contradiction The question is marked answerable, but R is listed as missing. Correct one of the two.',
    ],
    [
      'answers that the whole KB does not have',
      [{ answers: ['m.1', 'm.2'], ideal: ['m.2', 'm.3'], function: 'none' }],
      /^2 contradiction m\.1 is an answer on the reduced KB but not on the complete one\./,
    ],
    [
      'the same question with other answers',
      [
        { id: 'a', question: 'Who  IS it', answers: ['m.1'] },
        { question: 'who is it?', answers: ['m.2'] },
      ],
      /^3 duplicate-question It asks the same as row 2 \(a\), but the answers differ\./,
    ],
    [
      'the same question with another query',
      [
        { question: 'Who?', sparql: 'SELECT ?x { ?x ?y 1 }' },
        { question: 'Who?', sparql: 'SELECT ?x { ?x ?y 2 }' },
      ],
      /^3 duplicate-question .*, but the gold queries differ\./,
    ],
    [
      'the same question, once unanswerable',
      [
        { question: 'Who?', answers: ['m.1'], answerable: true },
        { question: 'Who?', answers: [], answerable: false },
      ],
      /^3 duplicate-question .*, but one is marked answerable and the other unanswerable\./,
    ],
  ];
  it.each(told)('reports %s', async (_name, rows, finding) => {
    const findings = await linted(rows);
    expect(findings).toHaveLength(1);
    if (typeof finding === 'string') expect(findings).toEqual([finding]);
    else expect(findings[0]).toMatch(finding);
  });

  const silent: readonly (readonly [name: string, rows: readonly object[]])[] = [
    ['nothing but a question', [{}]],
    ['forms that agree', [{ sparql: BORN, sexpr: '(JOIN (R people.person.place_of_birth) m.02mjmr)' }]],
    [
      'a relation and its reverse',
      [
        {
          sparql: `${NS}SELECT DISTINCT ?x { ns:m.03_gd ns:film.director.film ?x }`,
          sexpr: '(JOIN film.film.directed_by m.03_gd)',
        },
      ],
    ],
    [
      'a query that no form can say',
      [
        {
          sparql: `${NS}SELECT ?x { { ?x ns:film.film.directed_by ns:m.03_gd } UNION { ?x ns:film.film.written_by ns:m.03_gd } }`,
          sexpr: '(JOIN film.film.directed_by m.03_gd)',
        },
      ],
    ],
    [
      'words of Virtuoso',
      [{ sparql: `${NS}SELECT COUNT(DISTINCT ?x) WHERE { ns:m.03_gd ns:film.director.film ?x }` }],
    ],
    [
      'names that were taken from the schema',
      [
        {
          sparql: `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }`,
          answerability: 'schema',
          answers: [],
        },
      ],
    ],
    [
      'the same twice',
      [
        { question: 'Who?', answers: ['m.1', 'm.2'] },
        { question: 'who', answers: ['m.2', 'm.1'] },
      ],
    ],
    [
      'the same question of which less is known',
      [
        { question: 'Who?', answers: ['m.1'] },
        { question: 'Who?', sparql: BORN },
      ],
    ],
    ['a count that shrank', [{ answers: ['3'], ideal: ['5'], function: 'count' }]],
    ['a number by another spelling', [{ answers: ['5.0'], ideal: ['5'], function: 'none' }]],
  ];
  it.each(silent)('accepts %s', async (_name, rows) => {
    expect(await linted(rows)).toEqual([]);
  });

  it('finds only bad rows and missing answers in the tiny datasets', async () => {
    const files = [
      'grailqa.json',
      'grailqability.json',
      'webqsp.json',
      'complexwebquestions.json',
      'plain.jsonl',
    ];
    for (const file of files) {
      const dataset = tiny(file);
      const findings = await lintDataset(dataset, ports(), () => undefined, never);
      expect(findings.slice().filter(({ rule }) => rule !== 'no-answers')).toEqual(dataset.bad);
      expect(findings.filter(({ rule }) => rule === 'no-answers').map(({ id }) => id)).toEqual(
        file === 'webqsp.json' ? ['WebQTest-4'] : [],
      );
    }
  });
});

describe('lint with a KB', () => {
  it('finds nothing more in the tiny datasets with the sample KB', async () => {
    for (const file of [
      'grailqa.json',
      'grailqability.json',
      'webqsp.json',
      'complexwebquestions.json',
      'simplequestions.tsv',
      'plain.jsonl',
    ]) {
      const dataset = tiny(file);
      const findings = await lintDataset(dataset, { ...ports(), kb: sample }, () => undefined, never);
      expect(findings.filter(({ rule }) => rule !== 'no-answers')).toEqual(dataset.bad);
    }
  });

  const told: readonly (readonly [name: string, row: object, finding: RegExp])[] = [
    [
      'an answer too many',
      { sparql: BORN, answers: ['m.02hrh0_', 'm.0'] },
      /^2 answers-differ Of 2 gold answers, the KB does not give m\.0\./,
    ],
    [
      'an answer too few',
      { sexpr: '(JOIN (R film.director.film) m.03_gd)', answers: ['m.0dr_4'] },
      /^2 answers-differ Of 1 gold answer, the KB also gives m\.0bth54\./,
    ],
    [
      'an answer to what is called unanswerable',
      { sparql: BORN, answers: [], answerable: false },
      /^2 answers-differ The question is marked unanswerable, but the KB gives m\.02hrh0_\./,
    ],
    [
      'a query that changes something',
      { sparql: 'CLEAR ALL' },
      /^2 not-run This update would change the KB\./,
    ],
    [
      'a query that leads elsewhere',
      { sparql: 'SELECT ?x { SERVICE <http://example.org/> { ?x ?y ?z } }' },
      /^2 not-run SERVICE <http:\/\/example\.org\/> refers to data outside the KB\./,
    ],
  ];
  it.each(told)('reports %s', async (_name, row, finding) => {
    const findings = await linted([row], { ...ports(), kb: sample });
    expect(findings).toEqual([expect.stringMatching(finding)]);
  });

  it('never sends updates to the KB', async () => {
    const before = sample.queries.length;
    await linted([{ sparql: 'DROP ALL' }, { sparql: 'INSERT DATA { <a:b> <a:c> 1 }' }], {
      ...ports(),
      kb: sample,
    });
    expect(sample.queries.slice(before)).toEqual([BORN]);
  });

  it('accepts logical forms with the same answers, and reports different ones', async () => {
    const directed = `${NS}SELECT DISTINCT ?x { ns:m.03_gd ns:film.director.film ?x }`;
    const kb = { ...ports(), kb: sample };
    expect(await linted([{ sparql: directed, sexpr: '(JOIN (R film.writer.film) m.03_gd)' }], kb)).toEqual(
      [],
    );
    expect(
      await linted([{ sparql: directed, sexpr: '(JOIN (R people.person.profession) m.03_gd)' }], kb),
    ).toEqual([
      expect.stringMatching(
        /The KB gives 2 answers to the SPARQL and 1 answer to the s-expression, and they differ\./,
      ),
    ]);
  });

  it('accepts a count of 0 for an unanswerable question', async () => {
    const row = {
      sparql: `${NS}SELECT (COUNT(?x) AS ?n) { ns:m.0184dt ns:people.person.children ?x }`,
      answers: [],
      answerability: 'data',
    };
    expect(await linted([row], { ...ports(), kb: sample })).toEqual([]);
  });
});

describe('linting', () => {
  it('reports progress, and stops when it is cancelled', async () => {
    const stop = new AbortController();
    const steps: TaskProgress[] = [];
    const dataset = datasetOf(
      Array.from({ length: 50 }, (_, at) => ({ question: `Who is ${at}?`, sparql: BORN })),
    );
    const linting = lintDataset(
      dataset,
      ports(),
      (step) => {
        steps.push(step);
        if (steps.length === 3) stop.abort();
      },
      stop.signal,
    );
    await expect(linting).rejects.toThrow('aborted');
    expect(steps.map(({ message }) => message)).toEqual(
      [0, 10, 20].map((at) => `Checked ${at} of 50 questions`),
    );
  });

  it('has every rule in the documentation', () => {
    const page = readFileSync(join(ROOT, 'docs', 'datasets.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z-]+)` \| ([A-Z][^|]*) \|$/gm)].map(([, rule, title]) => [
      rule,
      title,
    ]);
    expect(rows).toEqual(Object.entries(LINT_RULES));
  });
});

function ports(): LintPorts {
  return {
    schema,
    onDefect: (code, error) => {
      throw new Error(code, { cause: error });
    },
  };
}

/** Adds a valid row before the others. */
async function linted(rows: readonly object[], by = ports()): Promise<readonly string[]> {
  const right = { question: 'Where was Barack Obama born?', sparql: BORN, answers: ['m.02hrh0_'] };
  const findings = await lintDataset(datasetOf([right, ...rows]), by, () => undefined, never);
  return findings.map(({ row, rule, message }) => `${row} ${rule} ${message}`);
}

function datasetOf(rows: readonly object[]): Dataset {
  return read(rows.map((row, at) => JSON.stringify({ question: `What is ${at}?`, ...row })).join('\n'));
}

function tiny(file: string): Dataset {
  return read(readFileSync(join(ROOT, 'test', 'evaluation', `tiny.${file}`), 'utf8'));
}

function read(text: string): Dataset {
  const dataset = readDataset(text, 'the file');
  if ('problem' in dataset) throw new Error(dataset.problem);
  return dataset;
}
