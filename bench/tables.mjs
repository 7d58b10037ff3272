// Formats tables and numbers of the report.

export function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

export function asMilliseconds(value) {
  return value === undefined ? 'not measured' : `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

export function asMegabytes(value) {
  return value === undefined ? 'not measured' : `${value.toFixed(0)} MB`;
}

export function asRatio(value) {
  return value === undefined ? 'not measured' : `${value.toFixed(2)}x`;
}
