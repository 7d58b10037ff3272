import { plural, t } from '../../shared/l10n';
import type { AskTraceHead } from '../../shared/ask/ask-messages';
import {
  answerName,
  chosenCandidateText,
  listedReason,
  otherReasons,
  qualifications,
  startSentence,
  unansweredTitle,
  unansweredText,
} from '../../shared/ask/ask-texts';
import { displayLines, displayText } from '../../shared/terms';
import { copyText } from '../clipboard';
import { actionLink, iconButton } from '../controls';
import { element, isolatedText } from '../dom';
import { icon } from '../icons';
import { answerList, oneAnswer, type AnswerEvents } from './answer-list';
import { drawConfidence } from './confidence';
import { withSettings } from './setting-links';

export interface AnswerPartEvents extends AnswerEvents {
  /** Shows the candidate that gave the answer. */
  readonly showChosen: () => void;
}

/** The answer, or the reason why there is none. */
export function drawAnswerPart(trace: AskTraceHead, events: AnswerPartEvents): HTMLElement {
  return trace.result.kind === 'answer' ? drawAnswers(trace, events) : drawUnanswered(trace);
}

function drawAnswers(trace: AskTraceHead, events: AnswerPartEvents): HTMLElement {
  const { result } = trace;
  const { answers, more, explanation, confidence } = result;
  const [only] = answers;
  const part = element('section', { class: 'asked-answer', attributes: { 'aria-label': t('Answer') } });
  const withIds = answers.some(({ iri, types }) => iri !== undefined || (types?.length ?? 0) > 0);
  const ids = iconButton('info', t('Show IDs and types'), (button) => {
    const on = part.classList.toggle('with-ids');
    button.classList.toggle('on', on);
    button.setAttribute('aria-pressed', String(on));
  });
  ids.setAttribute('aria-pressed', 'false');
  part.append(
    element(
      'div',
      { class: 'answer-bar' },
      element('h2', {
        class: 'overline',
        text: plural(answers.length, 'Answer', '{0} answers'),
      }),
      ...(withIds ? [ids] : []),
      iconButton('copy', t('Copy answer'), () => void copyText(answers.map(answerName).join('\n'))),
    ),
    answers.length === 1 && only ? oneAnswer(only, events) : answerList(answers, events),
    ...(more
      ? [element('p', { class: 'dim', text: t('There are more answers than the limit allows.') })]
      : []),
    ...qualifications(result).map((text) =>
      element('p', { class: 'qualification', text: displayLines(text) }),
    ),
    ...(explanation.trim() === '' ? [] : [element('p', { text: displayLines(explanation) })]),
    drawConfidence({ ...confidence, why: otherReasons(result) }),
    ...drawOrigin(trace, events),
  );
  return part;
}

/** Which candidate gave the answer, as a link to it. */
function drawOrigin(trace: AskTraceHead, { showChosen }: AnswerPartEvents): readonly HTMLElement[] {
  const chosen = chosenCandidateText(trace);
  if (chosen === undefined) return [];
  const link = actionLink('', showChosen);
  link.title = t('Show the candidate');
  link.append(isolatedText(displayText(chosen, 200)));
  return [element('p', { class: 'answer-origin' }, link)];
}

/** The explanation, then what is missing, then the closest matches. */
function drawUnanswered(trace: AskTraceHead): HTMLElement {
  const { kind, explanation, missing = [], nearest = [], confidence } = trace.result;
  return element(
    'section',
    { class: `asked-answer unanswered ${kind}`, attributes: { 'aria-label': t('Outcome') } },
    element(
      'h2',
      { class: 'unanswered-title' },
      icon(kind === 'failed' ? 'error' : 'warning'),
      element('span', { text: displayLines(unansweredTitle(trace)) }),
    ),
    element('p', { class: 'unanswered-words', text: displayLines(unansweredText(trace)) }),
    ...(explanation.trim() === '' ? [] : [element('p', { text: displayLines(explanation) })]),
    ...listOf(t('Missing'), missing),
    ...listOf(t('Closest in the KB'), nearest),
    ...listOf(t('Why'), kind === 'failed' ? [] : confidence.why.map(listedReason)),
    ...(kind === 'failed' ? failureAdvice(trace) : []),
  );
}

function failureAdvice({ troubles, advice, result: { explanation } }: AskTraceHead): readonly HTMLElement[] {
  return [
    ...listOf(
      t('Problems'),
      troubles.filter((trouble) => !explanation.includes(trouble)),
    ),
    ...listOf(t('What you can do'), advice.length > 0 ? advice : [defaultAdvice()]),
  ];
}

const defaultAdvice = (): string => t('Fix the problem and ask again, or ask another KB.');

function listOf(title: string, lines: readonly string[]): readonly HTMLElement[] {
  if (lines.length === 0) return [];
  return [
    element(
      'div',
      { class: 'asked-list' },
      element('h3', { text: title }),
      element('ul', {}, ...lines.map((line) => element('li', {}, ...withSettings(startSentence(line))))),
    ),
  ];
}
