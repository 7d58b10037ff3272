import { asMilliseconds, asRatio, table } from './tables.mjs';
import { compareRequests } from './request-summary.mjs';

/** Formats the section on requests. */
export function requestTables(summary) {
  return [
    '## Requests',
    'From a keystroke to the response to a request right after it, so that the text is new to the server. ' +
      'In one warm process, except for the first row. Times are those of our server.',
    times(summary),
    '## Requests, ratios',
    'Of the p50. Empty and unsupported responses are not compared. The content of responses differs, because ' +
      'the others do not know a KB.',
    ratios(summary),
  ];
}

function times(summary) {
  const sizes = summary[0].servers[0].sizes.map(({ lines }) => lines);
  return table(
    ['', ...sizes.flatMap((lines) => [`${lines} lines, p50`, 'p95'])],
    summary.map(({ name, servers }) => {
      const ours = servers.find(({ id }) => id === 'ours');
      const cells = ours?.sizes.flatMap(({ failure, p50, p95 }) =>
        failure ? [failure, ''] : [p50, p95].map(asMilliseconds),
      );
      return [name, ...(cells ?? sizes.flatMap(() => ['not measured', '']))];
    }),
  );
}

function ratios(summary) {
  const { servers } = summary[0];
  const others = servers.filter(({ id }) => id !== 'ours');
  const sizes = servers[0].sizes.map(({ lines }) => lines);
  return table(
    [
      '',
      `ours, ${sizes.at(-1)} / ${sizes[0]} lines`,
      ...others.flatMap(({ name }) => sizes.map((lines) => `ours / ${name}, ${lines} lines`)),
    ],
    compareRequests(summary).map(({ name, growth, shares }) => [
      name,
      asRatio(growth),
      ...shares.flatMap((share) => share.sizes.map(({ failure, ratio }) => failure ?? asRatio(ratio))),
    ]),
  );
}
