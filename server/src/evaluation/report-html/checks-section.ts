/** Shows precision and recall of the checks. */
import type { Report } from '../report';
import { html, type Html } from './html';
import { formatCount, formatPercent } from '../format-numbers';
import { table } from './section';
import { bar } from './row-plot';

/** Renders a table of the checks with findings, and lists the others. */
export function checksTable({ verifiers: all }: Report): Html | undefined {
  const active = all.filter(({ fired }) => fired).sort((one, other) => other.fired - one.fired);
  const silent = all.filter(({ fired }) => !fired).map(({ code }) => code);
  if (!all.some(({ judged }) => judged)) return undefined;
  const longestBar = Math.max(...active.map(({ fired, wrong, hits }) => fired + wrong - hits), 1);
  const rows = active.map(({ code, fired, hits, wrong, judged, precision, recall }) => [
    code,
    bar(
      [
        { count: hits, title: `${hits} wrong and noticed`, as: 'noticed' },
        { count: fired - hits, title: `${fired - hits} false alarms`, as: 'alarm' },
        { count: wrong - hits, title: `${wrong - hits} wrong and missed`, as: 'missed' },
      ],
      longestBar,
    ),
    formatCount(hits),
    formatCount(fired - hits),
    formatCount(wrong - hits),
    formatCount(judged - fired - wrong + hits),
    precision === undefined ? '–' : formatPercent(precision),
    recall === undefined ? '–' : formatPercent(recall),
  ]);
  const columns = ['Check', '', 'found', 'false alarms', 'missed', 'rightly silent', 'precision', 'recall'];
  return html`${active.length > 0 && table(columns, rows, 'Checks')}${
    active.length > 0 &&
    html`<ul class="legend">
      <li><i class="swatch noticed"></i>wrong and noticed</li>
      <li><i class="swatch alarm"></i>false alarm</li>
      <li><i class="swatch missed"></i>wrong and missed</li>
    </ul>`
  }${silent.length > 0 && html`<p class="muted">No findings: ${silent.join(', ')}.</p>`}`;
}
