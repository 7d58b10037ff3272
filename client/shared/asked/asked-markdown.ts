/** A question and its answer, to be pasted into a note or an issue. */
import { code, escaped, list, section } from '../markdown';
import { timeWords, usageWords } from '../trace/trace-words';
import type { AskedHead } from './asked-messages';
import {
  answersInShort,
  consideredTitle,
  nameOfAnswer,
  percentOf,
  surenessOf,
  surenessWords,
  typesInShort,
  unansweredTitle,
  unansweredWords,
} from './asked-words';
import { evidenceOf } from './evidence';

export function askedAsMarkdown(asked: AskedHead): string {
  const { question, result, evidence, considered, troubles, advice } = asked;
  const blocks = [
    `# ${escaped(question)}`,
    ...(result.kind === 'answer' ? answer(asked) : unanswered(asked)),
    result.reading ? `Reads as: ${escaped(result.reading.question)}` : '',
    result.query === undefined ? '' : code(result.query, 'sparql'),
    result.sexpr === undefined ? '' : code(result.sexpr, 'lisp'),
    ...section('Facts', evidence && factsOf(evidence)),
    ...section(
      'Alternatives considered',
      considered
        .filter(({ chosen }) => !chosen)
        .slice(0, MOST_ALTERNATIVES)
        .map(
          (one) =>
            `${consideredTitle(one)}: ${answersInShort(one, () => undefined)} (${one.score.toFixed(2)})`,
        ),
    ),
    ...section('What did not work', troubles),
    ...section('Advice', advice),
    list(facts(asked)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const MOST_ANSWERS = 100;
const MOST_ALTERNATIVES = 10;

function answer({ result }: AskedHead): readonly string[] {
  const { answers, more, confidence, explanation } = result;
  const shown = answers.slice(0, MOST_ANSWERS).map((one) => {
    const name = escaped(nameOfAnswer(one));
    const about = [one.iri !== undefined && one.value, typesInShort(one.types)].filter(Boolean).join(', ');
    return `**${name}**${about === '' ? '' : ` (${escaped(about)})`}`;
  });
  const left = answers.length - shown.length;
  const sure = `${surenessWords[surenessOf(confidence.value)]} (${percentOf(confidence.value)} %)`;
  return [
    answers.length === 1 ? (shown[0] ?? '') : list(shown),
    left > 0 ? `And ${left.toLocaleString('en')} more.` : more ? 'And more.' : '',
    escaped(explanation),
    [`${sure}.`, ...confidence.why.map(escaped)].join(' '),
  ];
}

const unanswered = (asked: AskedHead): readonly string[] => [
  `**${escaped(unansweredTitle(asked))}**`,
  escaped(unansweredWords(asked)),
  escaped(asked.result.explanation),
  ...section('What seems missing', asked.result.missing),
  ...section('The nearest that exists', asked.result.nearest),
];

const factsOf = (evidence: NonNullable<AskedHead['evidence']>): readonly string[] =>
  evidenceOf(evidence)
    .flatMap(({ facts: group }) => group)
    .slice(0, MOST_ANSWERS)
    .map(({ subject, relation, object }) => `${subject.label} — ${relation} → ${object.label}`);

function facts({ kb, model, strategy, usage, queries, milliseconds, began }: AskedHead): readonly string[] {
  return [
    `Knowledge base: ${escaped(kb)}`,
    `Strategy: ${strategy}`,
    `Model: ${escaped(model ?? 'none')}`,
    `Cost: ${escaped(usageWords(usage))}, queries: ${queries}, ${timeWords(milliseconds)}, ${escaped(began)}`,
  ];
}
