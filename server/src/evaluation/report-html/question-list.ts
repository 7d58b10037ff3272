/** Renders the list of all questions. Each row expands to its details. */
import type { EvalQuestion } from '../eval-question';
import type { Predictions } from '../prediction';
import { VERDICTS, type Report, type ScoredQuestion } from '../report';
import { truncate, html, type Html } from './html';
import { formatCount, formatPercent } from '../format-numbers';
import { questionDetails } from './question-details';

export interface QuestionSource {
  readonly questions: ReadonlyMap<string, EvalQuestion>;
  readonly predictions: Predictions;
}

/** Limits the details of all questions, so that a page with thousands of them still opens. */
const MAX_CHARACTERS = 7_000_000;
/** Limits the details of each question if there are few. */
const MAX_CHARACTERS_EACH = 20_000;
const MAX_QUESTIONS = 20_000;
const MAX_LENGTH = 400;

export function questionList(report: Report, known: QuestionSource): Html {
  const { questions } = report;
  const shown = questions.slice(0, MAX_QUESTIONS);
  const maxCharacters = Math.min(MAX_CHARACTERS_EACH, Math.floor(MAX_CHARACTERS / Math.max(1, shown.length)));
  const more = questions.length - shown.length;
  return html`${verdictFilters(shown)}${columnHeaders('Verdict', 'Question', 'ID', 'F1(R)', 'confidence')}
    <div class="questions">
      ${shown.map((one, index) => renderQuestion(one, index, known, maxCharacters))}
    </div>
    ${more > 0 && html`<p class="muted">${formatCount(more)} more are in report.json.</p>`}`;
}

export function columnHeaders(...names: readonly string[]): Html {
  return html`<div class="columns" aria-hidden="true">
    ${names.map((name) => html`<span>${name}</span>`)}
  </div>`;
}

function verdictFilters(questions: readonly ScoredQuestion[]): Html {
  const counts = VERDICTS.map((value) => ({
    value,
    count: questions.filter(({ verdict }) => verdict === value).length,
  }));
  return filterBar(
    counts.filter(({ count }) => count),
    questions.length,
  );
}

/** Renders a search box and a button for each kind. */
export function filterBar(
  kinds: readonly { readonly value: string; readonly count: number }[],
  all: number,
): Html {
  return html`<form class="filters" role="search" aria-label="Questions">
    <input
      type="search"
      id="filter"
      placeholder="Filter by words, IDs, answers…  ( / )"
      aria-label="Filter by words, IDs or answers"
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
            <i class="dot"></i>${value} <small>${formatCount(count)}</small>
          </button>`,
      )}<button type="button" id="clear" hidden>Show all</button>
    </div>
    <p id="shown" class="muted" role="status">${formatCount(all)} ${all === 1 ? 'question' : 'questions'}</p>
  </form>`;
}

function renderQuestion(
  scored: ScoredQuestion,
  index: number,
  known: QuestionSource,
  maxCharacters: number,
): Html {
  const { id, question, verdict, scores, confidence, groups, said } = scored;
  const cell = groups.answerability !== undefined && said ? `${groups.answerability} ${said}` : '';
  return html`<details class="question" id="q${index + 1}" data-kind="${verdict}" data-cell="${cell}">
    <summary>
      <span class="verdict v-${verdict}"><i class="dot"></i>${verdict}</span
      ><span class="words">${truncate(question, MAX_LENGTH)}</span
      ><span class="id muted">${truncate(id, 60)}</span
      ><span class="f1">${scores.f1R === undefined ? '–' : formatPercent(scores.f1R)}</span
      ><span class="sure muted">${said && said !== 'failed' ? confidence.toFixed(2) : ''}</span>
    </summary>
    ${questionDetails(scored, known.questions.get(id), known.predictions.get(id), maxCharacters)}
  </details>`;
}
