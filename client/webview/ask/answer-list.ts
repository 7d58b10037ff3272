import { formatNumber, plural, t } from '../../shared/l10n';
import type { NamedAnswer } from '../../../server/src/protocol/index';
import { nameOfAnswer, typeNames } from '../../shared/ask/ask-texts';
import { isLong, shownLines, shownText } from '../../shared/terms';
import { actionLink } from '../controls';
import { element, foreign } from '../dom';

export interface AnswerEvents {
  /** Opens the facts of an entity. */
  readonly open: (iri: string) => void;
}

/** A single answer; the font size depends on its length. */
export function oneAnswer(answer: NamedAnswer, events: AnswerEvents): HTMLElement {
  const name = nameOfAnswer(answer);
  const size = name.length <= 60 ? 'short' : name.length <= 240 ? 'middling' : 'long';
  return element('p', { class: `one-answer ${size}`, attributes: { dir: 'auto' } }, ...parts(answer, events));
}

/** Several answers: the first ones, then all in portions while scrolling. */
export function answerList(answers: readonly NamedAnswer[], events: AnswerEvents): HTMLElement {
  const list = element('ol', { class: 'answer-list', attributes: { 'aria-label': t('Answers') } });
  const whole = element('div', { class: 'answers' }, list);
  let drawn = 0;
  const draw = (end: number): void => {
    list.append(
      ...answers.slice(drawn, end).map((answer, place) =>
        element(
          'li',
          {
            attributes: {
              'aria-posinset': drawn + place + 1,
              'aria-setsize': answers.length,
              ...(place === 0 && { tabindex: -1 }),
            },
          },
          ...parts(answer, events),
        ),
      ),
    );
    drawn = Math.min(end, answers.length);
  };
  draw(FIRST);
  if (answers.length <= FIRST) return whole;
  const more = actionLink(t('Show all {0}', formatNumber(answers.length)), () => {
    more.remove();
    const from = list.children.length;
    draw(drawn + PORTION);
    if (drawn < answers.length) list.classList.add('scrolls');
    (list.children[from] as HTMLElement | undefined)?.focus({ preventScroll: true });
    if (drawn < answers.length)
      list.after(
        tail(
          list,
          () => draw(drawn + PORTION),
          () => drawn < answers.length,
        ),
      );
  });
  more.classList.add('show-all');
  whole.append(more);
  return whole;
}

const FIRST = 10;
const PORTION = 200;

/** Draws the next portion when the end of the list is near. */
function tail(list: HTMLElement, draw: () => void, left: () => boolean): HTMLElement {
  const words = (): string =>
    plural(
      list.children.length,
      '{0} answer so far. Scroll for more.',
      '{0} answers so far. Scroll for more.',
    );
  const note = element('p', { class: 'dim', text: words() });
  const onScroll = (): void => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight > NEAR) return;
    draw();
    note.textContent = words();
    if (left()) return;
    list.removeEventListener('scroll', onScroll);
    note.remove();
  };
  list.tabIndex = 0;
  list.addEventListener('scroll', onScroll, { passive: true });
  return note;
}

const NEAR = 600;

function parts(answer: NamedAnswer, { open }: AnswerEvents): readonly Node[] {
  const { iri, value, types } = answer;
  const name = nameOfAnswer(answer);
  const about = [typeNames(types), iri === undefined ? undefined : value].filter(Boolean).join(' · ');
  return [
    iri === undefined ? plain(name) : link(name || value, t('{0}\nOpen facts', value), () => open(iri)),
    ...(about === '' ? [] : [element('span', { class: 'answer-about', text: shownText(about, 160) })]),
  ];
}

function link(name: string, title: string, run: () => void): HTMLElement {
  const made = actionLink('', run);
  made.classList.add('answer-name');
  made.title = shownLines(title);
  made.append(foreign(shownText(name, 400)));
  return made;
}

/** A value; a long one is cut until the user expands it. */
function plain(name: string): HTMLElement {
  const text = foreign(isLong(name, LONG) ? `${shownText(name, LONG)}…` : shownLines(name));
  const whole = element('span', { class: 'answer-name' }, text);
  if (isLong(name, LONG)) {
    const rest = actionLink(t('Show all'), () => {
      text.textContent = shownLines(name);
      rest.remove();
    });
    whole.append(' ', rest);
  }
  return whole;
}

const LONG = 600;
