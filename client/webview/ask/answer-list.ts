import { formatNumber, plural, t } from '../../shared/l10n';
import type { NamedAnswer } from '../../../server/src/protocol/index';
import { answerName, typeNames } from '../../shared/ask/ask-texts';
import { isLong, displayLines, displayText } from '../../shared/terms';
import { actionLink } from '../controls';
import { element, isolatedText } from '../dom';

export interface AnswerEvents {
  /** Opens the facts of an entity. */
  readonly open: (iri: string) => void;
}

/** A single answer. The font size depends on its length. */
export function oneAnswer(answer: NamedAnswer, events: AnswerEvents): HTMLElement {
  const name = answerName(answer);
  const size = name.length <= 60 ? 'short' : name.length <= 240 ? 'middling' : 'long';
  return element('p', { class: `one-answer ${size}`, attributes: { dir: 'auto' } }, ...parts(answer, events));
}

/** A list of answers: the first ones, then all of them in chunks while scrolling. */
export function answerList(answers: readonly NamedAnswer[], events: AnswerEvents): HTMLElement {
  const list = element('ol', { class: 'answer-list', attributes: { 'aria-label': t('Answers') } });
  const container = element('div', { class: 'answers' }, list);
  let drawn = 0;
  const draw = (end: number): void => {
    list.append(
      ...answers.slice(drawn, end).map((answer, index) =>
        element(
          'li',
          {
            attributes: {
              'aria-posinset': drawn + index + 1,
              'aria-setsize': answers.length,
              ...(index === 0 && { tabindex: -1 }),
            },
          },
          ...parts(answer, events),
        ),
      ),
    );
    drawn = Math.min(end, answers.length);
  };
  draw(MAX_COLLAPSED);
  if (answers.length <= MAX_COLLAPSED) return container;
  const more = actionLink(t('Show all {0}', formatNumber(answers.length)), () => {
    more.remove();
    const from = list.children.length;
    draw(drawn + CHUNK_SIZE);
    if (drawn < answers.length) list.classList.add('scrolls');
    (list.children[from] as HTMLElement | undefined)?.focus({ preventScroll: true });
    if (drawn < answers.length)
      list.after(
        scrollNote(
          list,
          () => draw(drawn + CHUNK_SIZE),
          () => drawn < answers.length,
        ),
      );
  });
  more.classList.add('show-all');
  container.append(more);
  return container;
}

const MAX_COLLAPSED = 10;
const CHUNK_SIZE = 200;

/** Draws the next chunk when the end of the list is near. */
function scrollNote(list: HTMLElement, draw: () => void, hasMore: () => boolean): HTMLElement {
  const text = (): string =>
    plural(
      list.children.length,
      '{0} answer so far. Scroll for more.',
      '{0} answers so far. Scroll for more.',
    );
  const note = element('p', { class: 'dim', text: text() });
  const onScroll = (): void => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight > NEAR_END) return;
    draw();
    note.textContent = text();
    if (hasMore()) return;
    list.removeEventListener('scroll', onScroll);
    note.remove();
  };
  list.tabIndex = 0;
  list.addEventListener('scroll', onScroll, { passive: true });
  return note;
}

/** The distance to the end of the list in pixels. */
const NEAR_END = 600;

function parts(answer: NamedAnswer, { open }: AnswerEvents): readonly Node[] {
  const { iri, value, types } = answer;
  const name = answerName(answer);
  const details = [typeNames(types), iri === undefined ? undefined : value].filter(Boolean).join(' · ');
  return [
    iri === undefined
      ? drawValue(name)
      : drawLink(name || value, t('{0}\nOpen facts', value), () => open(iri)),
    ...(details === '' ? [] : [element('span', { class: 'answer-about', text: displayText(details, 160) })]),
  ];
}

function drawLink(name: string, title: string, run: () => void): HTMLElement {
  const link = actionLink('', run);
  link.classList.add('answer-name');
  link.title = displayLines(title);
  link.append(isolatedText(displayText(name, 400)));
  return link;
}

/** A value. A long one is truncated until the user expands it. */
function drawValue(name: string): HTMLElement {
  const text = isolatedText(
    isLong(name, MAX_LENGTH) ? `${displayText(name, MAX_LENGTH)}…` : displayLines(name),
  );
  const whole = element('span', { class: 'answer-name' }, text);
  if (isLong(name, MAX_LENGTH)) {
    const rest = actionLink(t('Show all'), () => {
      text.textContent = displayLines(name);
      rest.remove();
    });
    whole.append(' ', rest);
  }
  return whole;
}

const MAX_LENGTH = 600;
