/** A question and its answer as Markdown. */
import { formatNumber, t } from '../l10n';
import { codeBlock, escapeMarkdown, bulletList, section } from '../markdown';
import { durationText, usageText } from '../trace/repair-texts';
import type { AskTraceHead } from './ask-messages';
import {
  firstAnswers,
  candidateTitle,
  answerName,
  confidencePercent,
  confidenceLevel,
  confidenceTexts,
  qualifications,
  typeNames,
  unansweredTitle,
  unansweredText,
} from './ask-texts';
import { groupEvidence } from './evidence';

export function answerAsMarkdown(trace: AskTraceHead): string {
  const { question, result, evidence, considered, troubles, advice } = trace;
  const blocks = [
    `# ${escapeMarkdown(question)}`,
    ...(result.kind === 'answer' ? answerBlocks(trace) : unansweredBlocks(trace)),
    result.reading ? t('The query asks: {0}', escapeMarkdown(result.reading.question)) : '',
    result.query === undefined ? '' : codeBlock(result.query, 'sparql'),
    result.sexpr === undefined ? '' : codeBlock(result.sexpr, 'lisp'),
    ...section(t('Facts'), evidence && evidenceLines(evidence)),
    ...section(
      t('Other candidates'),
      considered
        .filter(({ chosen }) => !chosen)
        .slice(0, MAX_ALTERNATIVES)
        .map(
          (one) => `${candidateTitle(one)}: ${firstAnswers(one, () => undefined)} (${one.score.toFixed(2)})`,
        ),
    ),
    ...section(t('Problems'), troubles),
    ...section(t('Advice'), advice),
    bulletList(metadata(trace)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const MAX_ANSWERS = 100;
const MAX_ALTERNATIVES = 10;

function answerBlocks({ result }: AskTraceHead): readonly string[] {
  const { answers, more, confidence, explanation } = result;
  const lines = answers.slice(0, MAX_ANSWERS).map((one) => {
    const name = escapeMarkdown(answerName(one));
    const details = [one.iri !== undefined && one.value, typeNames(one.types)].filter(Boolean).join(', ');
    return `**${name}**${details === '' ? '' : ` (${escapeMarkdown(details)})`}`;
  });
  const left = answers.length - lines.length;
  return [
    answers.length === 1 ? (lines[0] ?? '') : bulletList(lines),
    left > 0 ? t('And {0} more.', formatNumber(left)) : more ? t('And more.') : '',
    ...qualifications(result).map(escapeMarkdown),
    escapeMarkdown(explanation),
    confidenceSentences(confidence),
  ];
}

/** The confidence in an answer, and the reasons for it. */
export const confidenceSentences = ({ value, why }: AskTraceHead['result']['confidence']): string =>
  [
    `${confidenceTexts()[confidenceLevel(value)]} (${confidencePercent(value)} %).`,
    ...why.map(escapeMarkdown),
  ].join(' ');

export const unansweredBlocks = (trace: AskTraceHead): readonly string[] => [
  `**${escapeMarkdown(unansweredTitle(trace))}**`,
  escapeMarkdown(unansweredText(trace)),
  escapeMarkdown(trace.result.explanation),
  ...section(t('Missing'), trace.result.missing),
  ...section(t('Closest in the KB'), trace.result.nearest),
];

const evidenceLines = (evidence: NonNullable<AskTraceHead['evidence']>): readonly string[] =>
  groupEvidence(evidence)
    .flatMap(({ facts }) => facts)
    .slice(0, MAX_ANSWERS)
    .map(({ subject, relation, object }) => `${subject.label} — ${relation} → ${object.label}`);

function metadata({
  kb,
  model,
  strategy,
  usage,
  queries,
  milliseconds,
  began,
}: AskTraceHead): readonly string[] {
  return [
    t('Knowledge base: {0}', escapeMarkdown(kb)),
    t('Strategy: {0}', strategy),
    t('Model: {0}', escapeMarkdown(model ?? t('none'))),
    t(
      'Cost: {0}, queries: {1}, {2}, {3}',
      escapeMarkdown(usageText(usage)),
      queries,
      durationText(milliseconds),
      escapeMarkdown(began),
    ),
  ];
}
