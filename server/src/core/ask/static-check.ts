/** Checks the query of a candidate before it is run. */
import { checkQuery } from '../check/check';
import type { Finding } from '../check/verifier';
import { isCertain } from '../repair/checks';
import type { StrategyInput } from './strategy';

export function checkBeforeRun(
  query: string,
  { ports, options }: Pick<StrategyInput, 'ports' | 'options'>,
): readonly Finding[] {
  const { schema, onDefect, onEffect } = ports;
  return checkQuery(query, {
    dialect: 'sparql11',
    schema,
    severities: options.severities,
    onDefect,
    onEffect,
  });
}

/** Whether a finding excludes a candidate: it cannot work, or its answers are mediators. */
export function isExclusion(finding: Finding): boolean {
  return isCertain(finding) || finding.code === 'intermediate';
}
