/** Scores by number of attempts, and risk by confidence. */
import type { Report } from '../report';
import { html, NOTHING, type Html } from './html';
import { interval, percent } from '../numbers';
import { asTable, table } from './section';
import { linePlot, SHARES } from './plot';

export function rounds({ rounds: all }: Report): Html {
  if (all.length < 2) return NOTHING;
  const points = all.map(({ round, f1R: { value, low, high } }) => ({
    x: round,
    y: value,
    low,
    high,
    title: `after ${round}: ${percent(value)} (${interval({ low, high })})`,
  }));
  return html`<figure>
    <figcaption>F1(R) by attempts</figcaption>
    ${linePlot({
      label: 'F1(R) after each attempt',
      x: { label: 'attempts', ticks: all.map(({ round }) => round), format: String },
      yLabel: 'F1(R)',
      lines: [{ name: 'F1(R)', points }],
      marks: true,
    })}${asTable(
      table(
        ['Attempts', 'F1(R)', 'interval'],
        all.map(({ round, f1R }) => [String(round), percent(f1R.value), interval(f1R)]),
        'F1(R) by attempts',
      ),
    )}
  </figure>`;
}

export function risk({ risk: all }: Report): Html {
  if (!all.length) return NOTHING;
  return html`<figure>
    <figcaption>Risk by coverage</figcaption>
    ${linePlot({
      label: '1 minus F1(R) of the answers, by share of questions answered',
      x: { label: '% of questions answered', ticks: SHARES, format: (share) => String(100 * share) },
      yLabel: 'risk, %',
      lines: [
        {
          name: 'risk',
          points: all.map(({ coverage, risk: y, confidence }) => ({
            x: coverage,
            y,
            title: `confidence from ${confidence}: ${percent(coverage)} answered, risk ${percent(y)}`,
          })),
        },
      ],
      marks: all.length <= 25,
    })}${asTable(
      table(
        ['Confidence from', 'answered', 'risk'],
        thinned(all).map((point) => [
          point.confidence.toFixed(2),
          percent(point.coverage),
          percent(point.risk),
        ]),
        'Risk by coverage',
      ),
    )}
  </figure>`;
}

const MAX_ROWS = 25;

function thinned<Item>(all: readonly Item[]): readonly Item[] {
  const every = Math.ceil(all.length / MAX_ROWS);
  return all.filter((_, index) => index % every === 0 || index === all.length - 1);
}
