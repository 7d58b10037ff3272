/** Dataset files in each published format, and invalid files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDataset } from '../../server/src/evaluation/datasets/read-dataset';
import {
  DATASET_SHAPES,
  type Dataset,
  type EvalQuestion,
  type Gold,
} from '../../server/src/evaluation/eval-question';
import { ROOT } from '../lsp/build';

const PLACES_LIVED = ['m.01_d4', 'm.02hrh0_', 'm.02_286', 'm.044rv', 'm.0rh6k'];

describe('the tiny datasets', () => {
  const cases: readonly {
    readonly file: string;
    readonly shape: string;
    readonly ids: readonly string[];
    readonly bad: readonly string[];
  }[] = [
    {
      file: 'tiny.grailqa.json',
      shape: 'grailqa',
      ids: ['1001', '1002', '1003', '1004', '1005', '1009'],
      bad: [
        'no-question 1006 Row 6: "question" must be a non-blank string.',
        'bad-row 1007 Row 7: "answer" must be a list.',
        'duplicate-id 1001 Row 8 has the ID "1001" of row 1 and is skipped. Give it a unique ID.',
      ],
    },
    {
      file: 'tiny.grailqability.json',
      shape: 'grailqability',
      ids: ['2001', '2002', '2003', '2004', '2005', '2006'],
      bad: ['bad-row 2007 Row 7: "qType" must be one of "A", "U".'],
    },
    {
      file: 'tiny.webqsp.json',
      shape: 'webqsp',
      ids: ['WebQTest-1', 'WebQTest-2', 'WebQTest-3', 'WebQTest-4', 'WebQTest-6'],
      bad: ['bad-row WebQTest-5 Row 5: "Parses" must be a list.'],
    },
    {
      file: 'tiny.complexwebquestions.json',
      shape: 'complexwebquestions',
      ids: ['WebQTrn-1_0a1b2c', 'WebQTrn-2_3d4e5f', 'WebQTrn-3_a0a0a0'],
      bad: ['no-question WebQTrn-4_b1b1b1 Row 4: "question" must be a non-blank string.'],
    },
    {
      file: 'tiny.simplequestions.tsv',
      shape: 'simplequestions',
      ids: ['row-1', 'row-2', 'row-3', 'row-4'],
      bad: ['bad-row - Row 5 has 3 columns instead of four: subject, relation, object, question.'],
    },
    {
      file: 'tiny.simplequestions.json',
      shape: 'simplequestions',
      ids: ['row-1', 'row-2', 'row-3', 'row-4'],
      bad: ['bad-row - Row 5: "relation" must be a string.'],
    },
    {
      file: 'tiny.plain.jsonl',
      shape: 'plain',
      ids: [
        ...['one-hop', 'two-hops', 'count', 'superlative', 'only-a-query', 'only-answers', 'schema', 'data'],
        ...['unanswerable', 'two-readings', 'row-15'],
      ],
      bad: [
        expect.stringMatching(/^bad-row - Row 12 is not valid JSON: .+\.$/) as string,
        'no-question no-question Row 13: "question" must be a non-blank string.',
        'duplicate-id count Row 14 has the ID "count" of row 3 and is skipped. Give it a unique ID.',
      ],
    },
  ];
  it.each(cases)('$file: reads questions and reports bad rows', ({ file, shape, ids, bad }) => {
    const dataset = tiny(file);
    expect(dataset.shape).toBe(shape);
    expect(dataset.questions.map(({ id }) => id)).toEqual(ids);
    expect(dataset.bad.map(({ rule, id = '-', message }) => `${rule} ${id} ${message}`)).toEqual(bad);
  });

  const known: readonly (readonly [file: string, id: string, row: number, gold: Partial<Gold>])[] = [
    [
      'tiny.grailqa.json',
      '1002',
      2,
      { level: 'compositional', function: 'none', hops: 2, entities: ['m.02mjmr'] },
    ],
    ['tiny.grailqa.json', '1009', 9, { parses: [] }],
    ['tiny.grailqability.json', '2002', 2, { answerability: 'answerable', missing: [] }],
    [
      'tiny.grailqability.json',
      '2004',
      4,
      {
        answerability: 'schema',
        ideal: ['81.6'],
        idealSexpr: '(JOIN (R people.person.weight_kg) m.02mjmr)',
        missing: ['R'],
      },
    ],
    ['tiny.grailqability.json', '2005', 5, { answerability: 'data', ideal: ['m.0661ql3'], missing: ['F'] }],
    ['tiny.webqsp.json', 'WebQTest-2', 2, { hops: 2, entities: ['m.02mjmr'] }],
    ['tiny.webqsp.json', 'WebQTest-6', 6, { parses: [] }],
    ['tiny.complexwebquestions.json', 'WebQTrn-2_3d4e5f', 2, { function: 'superlative' }],
    ['tiny.simplequestions.tsv', 'row-2', 2, { hops: 1, entities: ['m.0dr_4'] }],
    ['tiny.plain.jsonl', 'unanswerable', 10, { parses: [], answerability: 'unanswerable' }],
    ['tiny.plain.jsonl', 'schema', 8, { answerability: 'schema', missing: ['people.person.weight_kg'] }],
  ];
  it.each(known)('%s: reads the gold of %s', (file, id, row, gold) => {
    const question = questionIn(tiny(file), id);
    expect(question.row).toBe(row);
    expect(question.gold).toMatchObject(gold);
  });

  const answers: readonly (readonly [string, string, readonly (readonly string[] | undefined)[]])[] = [
    ['tiny.grailqa.json', '1003', [['11']]],
    // A count of 0 is no answer.
    ['tiny.grailqability.json', '2006', [[]]],
    ['tiny.webqsp.json', 'WebQTest-2', [PLACES_LIVED, ['m.02hrh0_']]],
    ['tiny.webqsp.json', 'WebQTest-3', [['1961-08-04']]],
    ['tiny.webqsp.json', 'WebQTest-4', [[]]],
    ['tiny.complexwebquestions.json', 'WebQTrn-3_a0a0a0', [['m.02hrh0_']]],
    ['tiny.simplequestions.tsv', 'row-4', [['m.0dr_4']]],
    ['tiny.plain.jsonl', 'two-hops', [['m.014zws', 'm.01w5m', 'm.02d9nr', 'm.05q2c']]],
    ['tiny.plain.jsonl', 'count', [['11']]],
    ['tiny.plain.jsonl', 'superlative', [undefined]],
    ['tiny.plain.jsonl', 'two-readings', [PLACES_LIVED, ['m.02hrh0_']]],
  ];
  it.each(answers)('%s: reads the answers of %s as IDs and values', (file, id, expected) => {
    expect(questionIn(tiny(file), id).gold.parses.map((parse) => parse.answers)).toEqual(expected);
  });

  it('both editions of SimpleQuestions give the same questions', () => {
    expect(tiny('tiny.simplequestions.tsv').questions).toEqual(tiny('tiny.simplequestions.json').questions);
  });
});

describe('other editions of datasets', () => {
  const rows: readonly (readonly [name: string, text: string, shape: string, answers: readonly string[]])[] =
    [
      [
        'lists of objects as an object of lists',
        '[{"qid":"1","question":"Who?","answer":{"answer_type":["Entity"],"answer_argument":["m.03_gd"],"entity_name":["x"]},"s_expression":"(JOIN a.b.c m.0)","graph_query":{"nodes":{"nid":[0],"id":["m.0"],"node_type":["entity"]}}}]',
        'grailqa',
        ['m.03_gd'],
      ],
      [
        'a value with its type',
        '[{"qid":1,"question":"Who?","sparql_query":"x","answer":[{"answer_argument":"5.0^^http://www.w3.org/2001/XMLSchema#float"}]}]',
        'grailqa',
        ['5.0'],
      ],
      ['numbers and truths', '{"question":"Who?","answers":[5,true,5]}', 'plain', ['5', 'true']],
      ['one answer by another name', '{"question":"Who?","answer":["m.1"]}', 'plain', ['m.1']],
      [
        'paths',
        '{"question":"Who?","answers":["/m/02mjmr","<http://rdf.freebase.com/ns/g.1>"]}',
        'plain',
        ['m.02mjmr', 'g.1'],
      ],
      [
        'an answer with slashes',
        '{"question":"Who?","answers":["AC/DC","and/or"]}',
        'plain',
        ['AC/DC', 'and/or'],
      ],
      [
        'WebQSP as a list',
        '[{"QuestionId":"W","RawQuestion":"Who?","Parses":[{"Answers":[{"AnswerArgument":"m.1"}]}]}]',
        'webqsp',
        ['m.1'],
      ],
      [
        'Hugging Face’s SimpleQuestions',
        '[{"id":"0","subject_entity":"www.freebase.com/m/1","relationship":"www.freebase.com/a/b/c","object_entity":"www.freebase.com/m/2","question":"Who?"}]',
        'simplequestions',
        ['m.2'],
      ],
      [
        'an object that holds the list',
        '{"version":1,"data":[{"question":"Who?","answers":["m.1"]}]}',
        'plain',
        ['m.1'],
      ],
      ['one object over several lines', '{\n"question":"Who?",\n"answers":["m.1"]\n}', 'plain', ['m.1']],
      [
        'a mark at the beginning, and ends of Windows',
        '\uFEFF{"question":"Who?","answers":["m.1"]}\r\n\r\n{"question":"Who else?"}\r\n',
        'plain',
        ['m.1'],
      ],
    ];
  it.each(rows)('reads %s', (_name, text, shape, answers) => {
    const dataset = read(text);
    expect(dataset.shape).toBe(shape);
    expect(dataset.bad).toEqual([]);
    expect(dataset.questions[0]?.gold.parses[0]?.answers).toEqual(answers);
  });

  it('distinguishes "no logical form" from an unknown one', () => {
    const dataset = read(
      '{"question":"a","sexpr":"NK"}\n{"question":"b","sexpr":null}\n{"question":"c","answerable":true}',
    );
    expect(dataset.questions.map(({ gold }) => gold.answerability)).toEqual([
      'schema',
      undefined,
      'answerable',
    ]);
    expect(dataset.questions.map(({ gold }) => gold.parses)).toEqual([[], [], []]);
  });

  it('continues after a broken first line', () => {
    const dataset = read('{"question": "Who\n{"question":"Where?"}\n');
    expect(dataset.bad.map(({ row }) => row)).toEqual([1]);
    expect(dataset.questions.map(({ row }) => row)).toEqual([2]);
  });

  it('does not let a row inject SPARQL', () => {
    const dataset = read(
      '[{"subject":"m.1","relation":"a.b> ?x } DROP ALL #","object":"m.2","question":"Who?"}]',
    );
    expect(dataset.questions).toEqual([]);
    expect(dataset.bad.map(({ message }) => message)).toEqual(['Row 1: "relation" must be a valid value.']);
  });

  it('skips WebQSP questions without a complete parse, as its script does', () => {
    const parse = (QuestionQuality: string, ParseQuality: string): object => ({
      AnnotatorComment: { QuestionQuality, ParseQuality },
      Answers: [],
    });
    const rows = [
      [parse('Good', 'Complete')],
      [parse('Good', 'Partial'), parse('Good', 'Complete')],
      [parse('Good', 'Incomplete')],
      [parse('Bad', 'Complete'), parse('Good', 'Partial')],
      [{ AnnotatorComment: 'fine', Answers: [] }],
    ].map((Parses, at) => ({ QuestionId: `W${at}`, RawQuestion: 'Who?', Parses }));
    const { questions, bad } = read(JSON.stringify({ Questions: rows }));
    // One complete parse is enough for all to count.
    expect(questions.map(({ id, gold }) => [id, gold.parses.length])).toEqual([
      ['W0', 1],
      ['W1', 2],
      ['W4', 1],
    ]);
    expect(bad.map(({ id, rule }) => [id, rule])).toEqual([
      ['W2', 'bad-row'],
      ['W3', 'bad-row'],
    ]);
    expect(bad[0]?.message).toMatch(/^Row 3: "Parses" has no parse that is marked Good and Complete/);
  });

  it('reads NK of GrailQAbility as no query', () => {
    const { questions } = read(
      '[{"qid":1,"question":"Who?","qType":"U","s_expression":"NK","sparql_query":"NK","answer":[]}]',
    );
    expect(questions[0]?.gold).toMatchObject({ parses: [{ answers: [] }], answerability: 'schema' });
    expect(questions[0]?.gold.parses[0]).not.toHaveProperty('sparql');
  });

  it('reports fields that contradict each other', () => {
    const { bad } = read('{"question":"Who?","answerable":true,"answerability":"data"}');
    expect(bad[0]?.message).toBe(
      'Row 1: "answerable" is true, but "answerability" is "data": remove one of them.',
    );
  });
});

describe('docs/datasets.md', () => {
  const page = readFileSync(join(ROOT, 'docs', 'datasets.md'), 'utf8');
  const examples = [...page.matchAll(/^```(\w*)\n(.*?)\n```$/gms)].flatMap(([, language, example = '']) =>
    language === 'sh' ? [] : [example],
  );

  it('has a valid example of every format', () => {
    const datasets = examples.map((example) => read(example));
    expect(datasets.map(({ shape }) => shape)).toEqual([
      ...['plain', 'grailqa', 'webqsp', 'complexwebquestions', 'simplequestions', 'simplequestions'],
    ]);
    expect(datasets.flatMap(({ bad }) => bad)).toEqual([]);
    for (const shape of DATASET_SHAPES) expect(page).toContain(`| \`${shape}\` |`);
  });
});

describe('files that are not datasets', () => {
  const cases: readonly (readonly [name: string, text: string, problem: string | RegExp])[] = [
    ['nothing', ' \n', 'questions.json is empty.'],
    ['prose', 'Who is this?', /^questions\.json is neither JSON, nor lines of JSON, nor tab-separated/],
    ['half a list', '[{"question": "Who?"}', /^questions\.json is not a JSON list: line 1, column 22: \w/],
    [
      'half an object',
      '{\n"question": ',
      /^questions\.json is neither a JSON object nor lines of JSON: line 2, column 13: \w/,
    ],
    [
      'a list with a slip in the middle',
      '\uFEFF[\r\n{"question": "Who?"},\r\n{"question" "Where?"}\r\n]',
      /^questions\.json is not a JSON list: line 3, column 13: Expected ':' after property name\.$/,
    ],
    [
      'a list with a comma too many',
      '[\n{"question": "Who?"},\n]',
      /line 3, column 1: Unexpected token '\]'\.$/,
    ],
    ['an empty list', '[]', 'questions.json contains no questions: each row needs a field "question".'],
    [
      'rows of something else',
      '[{"qid_": 1, "logical_form": "x"}]',
      'questions.json contains no questions: the first has the fields qid_, logical_form, and none is "question".',
    ],
    ['predictions', '{"qid": 1, "logical_form": "x", "answer": []}', /none is "question"/],
    ['a list of texts', '["Who?"]', /contains no questions/],
    ['an object of something else', '{\n"a": 1}', /contains no questions/],
    ['two lists', '{\n"a": [{"question": "x"}], "b": [{"question": "y"}]}', /2 lists of objects/],
  ];
  it.each(cases)('reports what is wrong with %s', (_name, text, problem) => {
    const result = readDataset(text, 'questions.json');
    if (typeof problem === 'string') expect(result).toEqual({ problem });
    else expect(result).toEqual({ problem: expect.stringMatching(problem) as string });
  });

  it.each(['null', '{"question": null}', '[[[]]]', '{"question": {}}\n[1]', '\t\t\t', '"x"'])(
    'never throws: %s',
    (text) => {
      expect(() => readDataset(text, 'x')).not.toThrow();
    },
  );
});

function tiny(file: string): Dataset {
  return read(readFileSync(join(ROOT, 'test', 'evaluation', file), 'utf8'));
}

function read(text: string): Dataset {
  const dataset = readDataset(text, 'the file');
  if ('problem' in dataset) throw new Error(dataset.problem);
  return dataset;
}

function questionIn({ questions }: Dataset, id: string): EvalQuestion {
  const found = questions.find((question) => question.id === id);
  if (!found) throw new Error(`There is no question ${id}.`);
  return found;
}
