/** Dataset files in all supported formats. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDataset } from '../../../../server/src/evaluation/datasets/read-dataset';
import { must, type Target } from '../target';

export const dataset: Target = {
  name: 'dataset',
  seeds: () =>
    readdirSync(join('test', 'evaluation'))
      .filter((name) => name.startsWith('tiny.'))
      .map((name) => readFileSync(join('test', 'evaluation', name), 'utf8').slice(0, 3000)),
  sources: ['evaluation/datasets/'],
  words: [
    'null',
    '[]',
    '{}',
    '"answer":',
    'm.0abc',
    '/m/0abc',
    'www.freebase.com/m/0abc',
    '\n',
    '\t',
    '^^xsd:date',
  ],
  isJson: true,
  maxLength: 4000,
  run: (text) => {
    const read = readDataset(text, 'x.json');
    if ('problem' in read) {
      must(read.problem.startsWith('x.json '), () => 'A problem without a file name');
      return;
    }
    const ids = new Set<string>();
    for (const { id, question, gold, row } of read.questions) {
      must(!ids.has(id), () => 'A duplicate id');
      ids.add(id);
      must(/\S/.test(question), () => 'A question without words');
      must(Number.isInteger(row) && row > 0, () => 'An invalid row number');
      for (const { sparql, sexpr, answers } of gold.parses) {
        for (const one of [sparql, sexpr, ...(answers ?? [])])
          must(one === undefined || typeof one === 'string', () => 'A gold value is not a string');
        must(answers === undefined || new Set(answers).size === answers.length, () => 'A duplicate answer');
      }
      must(gold.hops === undefined || (Number.isInteger(gold.hops) && gold.hops >= 0), () => 'Invalid hops');
    }
    for (const { message, row } of read.bad)
      must(message.startsWith(`Row ${row}`), () => `A bad row without its number: ${message}`);
  },
};
