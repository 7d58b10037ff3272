import { t } from '../shared/l10n';
import type { GraphResult, AnswerRow } from '../../server/src/protocol/index';
import type { RunHead } from '../shared/messages';
import { triplesToGraph } from '../shared/triples-graph';
import { copyText } from './clipboard';
import { textButton } from './controls';
import { element } from './dom';
import { mountGraph } from './graph';
import { host } from './host';
import type { ResultsTab } from './results-tab';

/** Graphs of the facts around the answers, and of the query pattern. */
export class GraphTab {
  private readonly mounted: { destroy(): void }[] = [];

  constructor(
    private readonly run: RunHead,
    private readonly results: ResultsTab,
    private readonly open: (iri: string) => void,
  ) {}

  neighbourhood(): HTMLElement {
    const { kb, query, execution } = this.run;
    const { names, grid } = this.results;
    if (execution.status === 'answered' && execution.answer.kind === 'graph')
      return this.draw(t('Drawing the triples…'), () =>
        Promise.resolve(
          triplesToGraph(grid?.view.rows ?? [], names.nameOf, (iri) => names.cardOf(iri)?.mediator ?? false),
        ),
      );
    const iris = entitiesIn(grid?.view.rows ?? []);
    if (iris.length === 0 && !hasSolutions(execution))
      return element('p', {
        class: 'placeholder',
        text: t('There is no answer to draw.'),
      });
    return this.draw(t('Loading the facts around the answers…'), (signal) =>
      host.request('neighbourhood', { kb, query, iris }, signal),
    );
  }

  pattern(): HTMLElement {
    const { kb, query } = this.run;
    return this.draw(t('Drawing the pattern…'), (signal) => host.request('pattern', { query, kb }, signal));
  }

  destroy(): void {
    for (const graph of this.mounted) graph.destroy();
  }

  private draw(message: string, request: (signal: AbortSignal) => Promise<GraphResult>): HTMLElement {
    const place = element('div', { class: 'graph-tab' });
    const start = (): void => {
      const stop = new AbortController();
      const cancel = textButton(t('Cancel'), () => {
        stop.abort();
        place.replaceChildren(retryMessage(t('Cancelled.')));
      });
      place.replaceChildren(
        element('div', { class: 'placeholder' }, element('p', { text: message }), cancel),
      );
      request(stop.signal).then(
        // The graph measures its texts, so the tab must be on the page.
        (graph) => requestAnimationFrame(() => this.mount(place, graph)),
        (error: unknown) =>
          place.replaceChildren(retryMessage(error instanceof Error ? error.message : String(error))),
      );
    };
    const retryMessage = (text: string): HTMLElement =>
      element('div', { class: 'placeholder' }, element('p', { text }), textButton(t('Try Again'), start));
    start();
    return place;
  }

  private mount(place: HTMLElement, graph: GraphResult): void {
    this.mounted.push(
      mountGraph(place, graph, {
        open: this.open,
        insert: (iri) => host.send({ type: 'insertTerm', term: { type: 'uri', value: iri } }),
        copy: (text) => void copyText(text),
        save: (format, data) => host.send({ type: 'exportGraph', format, data }),
      }),
    );
  }
}

/** The facts behind a count or a date can be drawn too, although it is not an entity. */
function hasSolutions(execution: RunHead['execution']): boolean {
  if (execution.status !== 'answered') return false;
  const { answer } = execution;
  return answer.kind === 'boolean' ? answer.value : answer.kind === 'table' && answer.total > 0;
}

/** The first entities, up to the limit of a graph. */
function entitiesIn(rows: readonly AnswerRow[]): readonly string[] {
  const iris = new Set<string>();
  for (const row of rows) {
    for (const term of row) if (term?.type === 'uri') iris.add(term.value);
    if (iris.size >= MAX_ANSWERS) break;
  }
  return [...iris].slice(0, MAX_ANSWERS);
}

const MAX_ANSWERS = 50;
