/** Plots the score by number of attempts, risk by coverage, and the calibration. */
import type { Report } from '../report';
import { html, type Html } from './html';
import { formatInterval, formatPercent } from '../format-numbers';
import { collapsibleTable, table } from './section';
import { linePlot, SHARES } from './plot';

export function attemptsFigure({ rounds: all }: Report): Html | undefined {
  if (all.length < 2) return undefined;
  const points = all.map(({ round, f1R: { value, low, high } }) => ({
    x: round,
    y: value,
    low,
    high,
    title: `after ${round}: ${formatPercent(value)} (${formatInterval({ low, high })})`,
  }));
  return html`<figure>
    <figcaption>F1(R) by attempts</figcaption>
    ${linePlot({
      label: 'F1(R) after each attempt',
      x: { label: 'attempts', ticks: all.map(({ round }) => round), format: String },
      yLabel: 'F1(R)',
      lines: [{ name: 'F1(R)', points }],
      marks: true,
    })}${collapsibleTable(
      table(
        ['Attempts', 'F1(R)', 'interval'],
        all.map(({ round, f1R }) => [String(round), formatPercent(f1R.value), formatInterval(f1R)]),
        'F1(R) by attempts',
      ),
    )}
  </figure>`;
}

export function riskFigure({ risk: all }: Report): Html | undefined {
  if (!all.length) return undefined;
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
            title: `confidence from ${confidence}: ${formatPercent(coverage)} answered, risk ${formatPercent(y)}`,
          })),
        },
      ],
      marks: all.length <= 25,
    })}${collapsibleTable(
      table(
        ['Confidence from', 'answered', 'risk'],
        thinOut(all).map((point) => [
          point.confidence.toFixed(2),
          formatPercent(point.coverage),
          formatPercent(point.risk),
        ]),
        'Risk by coverage',
      ),
    )}
  </figure>`;
}

export function calibrationFigure({ calibration }: Report): Html | undefined {
  if (!calibration) return undefined;
  const { error, n, bins } = calibration;
  return html`<figure>
    <figcaption>Calibration: ECE ${error.toFixed(3)}</figcaption>
    ${linePlot({
      label: `F1(R) of ${n} answers by confidence, in ten bins`,
      x: { label: 'confidence, %', ticks: SHARES, format: (share) => String(100 * share) },
      yLabel: 'F1(R)',
      lines: [
        {
          name: 'F1(R)',
          points: bins.map((bin) => ({
            x: bin.confidence,
            y: bin.f1R,
            title: `${bin.n} answers from ${bin.from.toFixed(1)}: confidence ${formatPercent(bin.confidence)}, F1(R) ${formatPercent(bin.f1R)}`,
          })),
        },
      ],
      marks: true,
    })}${collapsibleTable(
      table(
        ['Confidence from', 'answers', 'mean confidence', 'F1(R)'],
        bins.map((bin) => [
          bin.from.toFixed(1),
          String(bin.n),
          formatPercent(bin.confidence),
          formatPercent(bin.f1R),
        ]),
        'Calibration',
      ),
    )}
  </figure>`;
}

const MAX_ROWS = 25;

function thinOut<Item>(all: readonly Item[]): readonly Item[] {
  const every = Math.ceil(all.length / MAX_ROWS);
  return all.filter((_, index) => index % every === 0 || index === all.length - 1);
}
