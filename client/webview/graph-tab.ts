import type { RunHead } from '../shared/messages';
import { element } from './dom';
import type { ResultsTab } from './results-tab';

/** The pictures: of what lies around the answers, and of the query's own pattern. */
export class GraphTab {
  constructor(
    readonly run: RunHead,
    readonly results: ResultsTab,
    readonly open: (iri: string) => void,
  ) {}

  neighbourhood(): Node {
    return element('p', { class: 'placeholder', text: 'The graph is not drawn yet.' });
  }

  pattern(): Node {
    return element('p', { class: 'placeholder', text: 'The pattern is not drawn yet.' });
  }
}
