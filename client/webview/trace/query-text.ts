import { formatNumber, t } from '../../shared/l10n';
import type { Attempt } from '../../../server/src/protocol/index';
import { displayLines, displayText } from '../../shared/terms';
import { keyOfSpan, partnersOf, distinctSpans, type Pair } from '../../shared/trace/phrase-pairs';
import { lineSpans, splitIntoSegments, type Segment, type Span } from '../../shared/trace/segments';
import { highlightSparql, type Color } from '../../shared/trace/sparql-highlighting';
import { textButton } from '../controls';
import { element } from '../dom';
import type { LinkedHighlights } from './linked-highlights';

type Finding = Attempt['findings'][number];

export interface QueryMarks {
  readonly findings?: readonly Finding[];
  /** The description of the query, with its phrase pairs. */
  readonly reading?: { readonly question: string; readonly pairs: readonly Pair[] };
}

type Mark = Span &
  (
    | { readonly kind: 'line' }
    | { readonly kind: 'color'; readonly color: Color }
    | { readonly kind: 'finding'; readonly index: number; readonly finding: Finding }
    /** `part` is the whole part, even if the mark covers only the rest of it. */
    | { readonly kind: 'part'; readonly part: Span }
  );

/** A highlighted query with marks for findings and described parts. */
export class QueryTextView {
  readonly element = element('div', { class: 'query-text' });
  private readonly code = element('pre', {
    class: 'code',
    attributes: { tabindex: 0, 'aria-label': t('Query'), dir: 'ltr' },
  });
  private readonly lines: readonly Span[];
  private drawnParts = new Set<string>();
  /** The first piece of each described part, in the order of the query. */
  private readonly buttons: HTMLElement[] = [];

  constructor(
    private readonly query: string,
    private readonly marks: QueryMarks,
    private readonly highlights: LinkedHighlights,
  ) {
    this.lines = lineSpans(query);
    this.element.append(this.code);
    this.code.addEventListener('keydown', (event) => this.onKey(event));
    // The block is one Tab stop: while the focus is on a part of it, the block itself is none.
    this.code.addEventListener('focusin', ({ target }) => {
      this.code.tabIndex = target === this.code ? 0 : -1;
    });
    this.code.addEventListener('focusout', () => {
      this.code.tabIndex = 0;
    });
    this.draw(0, FIRST_LINES);
    const left = this.lines.length - FIRST_LINES;
    if (left > 0) {
      const more = textButton(t('Show {0} More Lines', formatNumber(left)), () => this.drawRest());
      more.classList.add('more-lines');
      this.element.append(more);
    }
  }

  /** Scrolls to a finding. Draws the rest of the query if necessary. */
  reveal(index: number): void {
    const finding = this.marks.findings?.[index];
    const end = this.lines[FIRST_LINES - 1]?.end ?? this.query.length;
    if (finding && finding.range.start >= end) this.drawRest();
    this.highlights.reveal(findingKey(index));
  }

  private drawRest(): void {
    const more = this.element.querySelector('.more-lines');
    if (!more) return;
    more.remove();
    this.element.classList.add('long');
    this.draw(FIRST_LINES, this.lines.length);
    this.code.focus();
  }

  private draw(first: number, end: number): void {
    const lines = this.lines.slice(first, end);
    const from = lines[0]?.start ?? 0;
    const to = lines.at(-1)?.end ?? 0;
    const text = this.query.slice(from, to);
    const shift = (span: Span): Span => ({
      start: Math.max(0, span.start - from),
      end: Math.min(to - from, span.end - from),
    });
    const { findings = [], reading } = this.marks;
    const marks: readonly Mark[] = [
      ...lines.map((line) => ({ kind: 'line' as const, ...shift(line) })),
      ...[...highlightSparql(text)].map((color) => ({ kind: 'color' as const, ...color })),
      ...findings.map((finding, index) => ({
        kind: 'finding' as const,
        index,
        finding,
        ...shift(finding.range),
      })),
      ...distinctSpans(reading?.pairs ?? [], 'part').map((part) => ({
        kind: 'part' as const,
        part,
        ...shift(part),
      })),
    ];
    const drawn = lines.map((line, index) =>
      element('span', {
        class: 'code-line',
        attributes: { 'data-line': first + index + 1 },
        ...(line.end === line.start && { text: '' }),
      }),
    );
    const lineOf = new Map(lines.map((line, index) => [line.start - from, drawn[index]]));
    let line = drawn[0];
    for (const segment of splitIntoSegments(text.length, marks)) {
      line = lineOf.get(segment.start) ?? line;
      // A segment outside all lines is a line break.
      if (segment.marks.some(({ kind }) => kind === 'line'))
        line?.append(this.piece(text.slice(segment.start, segment.end), segment));
    }
    this.code.append(...drawn);
  }

  private piece(text: string, { marks }: Segment<Mark>): Node {
    const shown = displayLines(text);
    const color = marks.find((mark) => mark.kind === 'color')?.color;
    const findings = marks.filter((mark) => mark.kind === 'finding');
    const parts = marks.filter((mark) => mark.kind === 'part');
    if (color === undefined && findings.length === 0 && parts.length === 0)
      return document.createTextNode(shown);
    const piece = element('span', {
      class: [color && `sparql-${color}`, findings[0] && `found ${findings[0].finding.severity}`]
        .filter(Boolean)
        .join(' '),
      text: shown,
      ...(findings[0] && { title: displayText(findings[0].finding.message, 400) }),
    });
    for (const { index } of findings) this.highlights.add(findingKey(index), piece);
    for (const { part } of parts) this.highlights.add(partKey(part), piece);
    if (parts[0]) this.link(piece, parts[0].part);
    return piece;
  }

  /** The arrow keys move between the described parts, and Escape returns to the block. */
  private onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const isModified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (isModified || this.buttons.length === 0) return;
    const current = this.buttons.indexOf(event.target as HTMLElement);
    if (event.key === 'Escape' && current >= 0) this.code.focus();
    else if (step !== undefined)
      this.buttons[current < 0 ? (step > 0 ? 0 : this.buttons.length - 1) : current + step]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Links a piece with its phrases. Only the first piece of a part can be focused. */
  private link(piece: HTMLElement, part: Span): void {
    const { question = '', pairs = [] } = this.marks.reading ?? {};
    const phrases = partnersOf(pairs, 'part', part);
    const keys = [partKey(part), ...phrases.map(phraseKey)];
    piece.classList.add('part');
    if (this.drawnParts.has(keyOfSpan(part))) {
      this.highlights.follow(piece, keys);
      return;
    }
    this.drawnParts.add(keyOfSpan(part));
    const quoted = phrases.map(({ start, end }) => `“${displayText(question.slice(start, end))}”`).join(', ');
    piece.setAttribute('aria-description', t('Described as {0}', quoted));
    this.highlights.press(piece, keys);
    piece.tabIndex = -1;
    this.buttons.push(piece);
    this.code.setAttribute('aria-description', t('Move between the described parts with the arrow keys.'));
  }
}

export const findingKey = (index: number): string => `finding ${index}`;
export const partKey = (part: Span): string => `part ${keyOfSpan(part)}`;
export const phraseKey = (phrase: Span): string => `phrase ${keyOfSpan(phrase)}`;

/** The rest is drawn on request. */
const FIRST_LINES = 200;
