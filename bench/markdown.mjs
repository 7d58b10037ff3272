import { requestTables } from './request-tables.mjs';
import { compare, growthOf } from './summary.mjs';
import { asMegabytes, asMilliseconds, asRatio, table } from './tables.mjs';

/**
 * Formats the report. Ratios come first, because they are robust on a noisy machine. `diagnostics` and `requests` are summaries,
 * absent if not measured.
 */
export function toMarkdown({ servers, diagnostics, requests, verdicts, problems, facts }) {
  return [
    '# SPARQL language servers compared in one run',
    facts,
    ...problems.map((problem) => `**${problem}**`),
    servers.map(({ name, checks }) => `- ${name} checks ${checks}.`).join('\n'),
    ...limits(verdicts),
    ...(diagnostics ? diagnosticTables(diagnostics) : []),
    ...(requests ? requestTables(requests) : []),
    ...(diagnostics ? remarks(diagnostics) : []),
  ].join('\n\n');
}

function diagnosticTables(summary) {
  return [...ratios(summary), ...times(summary), ...memory(summary), ...growth(summary)];
}

function limits(verdicts) {
  const rows = verdicts.map(({ name, unit, atMost, value, met }) => [
    name,
    `${atMost}${unit}`,
    // Three decimals, because 1.004 exceeds a limit of 1.
    value === undefined ? '' : `${value.toFixed(3)}${unit}`,
    met === undefined ? 'not measured' : met ? 'met' : '**not met**',
  ]);
  return ['## Limits', table(['', 'limit', 'measured', ''], rows)];
}

function ratios(summary) {
  const others = summary.filter(({ id }) => id !== 'ours');
  if (others.length === summary.length || others.length === 0) return [];
  return [
    '## Ratios',
    table(
      ['', ...others.map(({ name }) => `ours / ${name}`)],
      compare(summary).map((measure) => [
        measure.name,
        ...others.map(({ id }) => asRatio(measure.ratios[id])),
      ]),
    ),
  ];
}

function times(summary) {
  const starts = summary.map(({ name, coldStart: { failure, p50, p95 } }) => [
    name,
    ...(failure ? [failure, ''] : [p50, p95].map(asMilliseconds)),
  ]);
  const keystrokes = bySize(summary, ({ failure, keystrokes: count, p50, p95, p50Valid, p50Broken }) =>
    failure ? ['', failure, '', '', ''] : [count, ...[p50, p95, p50Valid, p50Broken].map(asMilliseconds)],
  );
  return [
    '## First diagnostics',
    'From the start of the process to the first diagnostics that report a mistake, in a query of 10 lines.',
    table(['', 'p50', 'p95'], starts),
    '## Keystrokes',
    'From the change to the diagnostics of the changed text. Two fifths of the keystrokes rename a relation ' +
      'in valid text; three fifths write a new triple, which is invalid until it is complete.',
    table(['lines', '', 'keystrokes', 'p50', 'p95', 'p50, valid', 'p50, broken'], keystrokes),
  ];
}

function memory(summary) {
  const rows = bySize(summary, ({ failure, resident, peak }) =>
    failure ? [failure, ''] : [resident, peak].map(asMegabytes),
  );
  return ['## Memory', table(['after lines', '', 'resident', 'peak so far'], rows)];
}

function growth(summary) {
  const rows = summary.flatMap((server) =>
    growthOf(server).map(({ from, to, time, perLine }) => [
      server.name,
      `${from} to ${to}`,
      asRatio(time),
      asRatio(perLine),
    ]),
  );
  const large = summary.find(({ largeFile }) => largeFile)?.largeFile;
  return [
    '## Growth',
    'Of the p50 of the keystrokes in valid text, which is checked completely; 1.00x per line is linear.',
    table(['', 'lines', 'time', 'time per line'], rows),
    ...(large ? [`Ours at ${large.lines} lines: ${large.failure ?? asMilliseconds(large.p50Valid)}.`] : []),
  ];
}

/** Reports what may distort the numbers. */
function remarks(summary) {
  const sentences = summary.flatMap(({ name, typing }) =>
    typing.flatMap(({ lines, findingsInValidQuery, repeatedAnswers }) => [
      ...(findingsInValidQuery > 0
        ? [`- ${name} has ${findingsInValidQuery} finding(s) in the valid query of ${lines} lines.`]
        : []),
      ...(repeatedAnswers > 0
        ? [
            `- ${name} published diagnostics for the same text again (${lines} lines); the first message was measured.`,
          ]
        : []),
    ]),
  );
  return sentences.length > 0 ? ['## Remarks', sentences.join('\n')] : [];
}

function bySize(summary, cellsOf) {
  return summary[0].typing.flatMap(({ lines }, index) =>
    summary.map((server) => [lines, server.name, ...cellsOf(server.typing[index])]),
  );
}
