/** The list of all questions; each row expands to its details. */
import type { EvalQuestion } from '../eval-question';
import type { Prediction } from '../prediction';
import { VERDICTS, type Report, type ScoredQuestion } from '../report';
import { clipped, html, NOTHING, type Html } from './html';
import { grouped, percent } from '../numbers';
import { questionDetails } from './question-details';

export interface QuestionSource {
  readonly questions: ReadonlyMap<string, EvalQuestion>;
  readonly predictions: ReadonlyMap<string, Prediction>;
}

/** Characters for all questions, so that a page with thousands of them still opens. */
const ALLOWED = 7_000_000;
/** For each, if there are few. */
const ALLOWED_EACH = 20_000;
const MAX_QUESTIONS = 20_000;
const MAX_LENGTH = 400;

export function questionList(report: Report, known: QuestionSource): Html {
  const { questions } = report;
  const shown = questions.slice(0, MAX_QUESTIONS);
  const allowed = Math.min(ALLOWED_EACH, Math.floor(ALLOWED / Math.max(1, shown.length)));
  const more = questions.length - shown.length;
  return html`${filters(shown)}${columns('Verdict', 'Question', 'id', 'F1(R)', 'confidence')}
    <div class="questions">${shown.map((one, index) => item(one, index, known, allowed))}</div>
    ${more ? html`<p class="muted">${grouped(more)} more are in report.json.</p>` : NOTHING}`;
}

/** Column headers. */
export function columns(...names: readonly string[]): Html {
  return html`<div class="columns" aria-hidden="true">
    ${names.map((name) => html`<span>${name}</span>`)}
  </div>`;
}

function filters(questions: readonly ScoredQuestion[]): Html {
  const counts = VERDICTS.map((verdict) => ({
    verdict,
    count: questions.filter((one) => one.verdict === verdict).length,
  })).filter(({ count }) => count);
  return filterBar(
    counts.map(({ verdict, count }) => ({ value: verdict, count })),
    questions.length,
  );
}

/** A search box, and a button for each kind. */
export function filterBar(
  kinds: readonly { readonly value: string; readonly count: number }[],
  all: number,
): Html {
  return html`<form class="filters" role="search" aria-label="Questions">
    <input
      type="search"
      id="filter"
      placeholder="Filter by words, ids, answers…  ( / )"
      aria-label="Filter by words, ids or answers"
      autocomplete="off"
      spellcheck="false"
    />
    <div class="kinds" role="group" aria-label="Kinds">
      ${kinds.map(
        ({ value, count }) =>
          html`<button
            type="button"
            class="kind v-${value.replaceAll(' ', '-')}"
            data-kind="${value}"
            aria-pressed="false"
          >
            <i class="dot"></i>${value} <small>${grouped(count)}</small>
          </button>`,
      )}<button type="button" id="clear" hidden>Show all</button>
    </div>
    <p id="shown" class="muted" role="status">${grouped(all)} ${all === 1 ? 'question' : 'questions'}</p>
  </form>`;
}

function item(scored: ScoredQuestion, index: number, known: QuestionSource, allowed: number): Html {
  const { id, question, verdict, scores, confidence, groups, said } = scored;
  const cell = groups.answerability !== undefined && said ? `${groups.answerability} ${said}` : '';
  return html`<details class="question" id="q${index + 1}" data-kind="${verdict}" data-cell="${cell}">
    <summary>
      <span class="verdict v-${verdict}"><i class="dot"></i>${verdict}</span
      ><span class="words">${clipped(question, MAX_LENGTH)}</span
      ><span class="id muted">${clipped(id, 60)}</span
      ><span class="f1">${scores.f1R === undefined ? '–' : percent(scores.f1R)}</span
      ><span class="sure muted">${said && said !== 'failed' ? confidence.toFixed(2) : ''}</span>
    </summary>
    ${questionDetails(scored, known.questions.get(id), known.predictions.get(id), allowed)}
  </details>`;
}
