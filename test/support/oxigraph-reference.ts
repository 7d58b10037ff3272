/** Oxigraph as a reference for syntax. */
import { Store } from 'oxigraph';
import { expect } from 'vitest';
import type { SyntaxCase } from './syntax-cases';

/** Whether oxigraph parses a text. Errors of an execution do not matter. */
export function oxigraphAccepts(kind: 'query' | 'update', text: string): boolean {
  const store = new Store();
  store.load('<http://e/g> <http://e/g> <http://e/g> <http://e/g> .', { format: 'application/n-quads' });
  try {
    if (kind === 'query') store.query(text);
    else store.update(text);
    return true;
  } catch (error) {
    return !/^Error: error at|cannot be shared/.test(String(error));
  }
}

/** A difference of oxigraph from the specification, and the texts that show it. */
export interface OxigraphDifference {
  readonly why: string;
  readonly of: RegExp;
}

/** Oxigraph must agree with the verdicts except in the texts of the differences, and each difference must occur. */
export function expectAgreementWithOxigraph(
  cases: readonly Pick<SyntaxCase, 'kind' | 'text' | 'isValid'>[],
  differences: readonly OxigraphDifference[],
): void {
  const differing = cases.filter(({ kind, text, isValid }) => oxigraphAccepts(kind, text) !== isValid);
  expect(
    differing.filter(({ text }) => !differences.some(({ of }) => of.test(text))).map(({ text }) => text),
  ).toEqual([]);
  for (const { why, of } of differences)
    expect(
      differing.some(({ text }) => of.test(text)),
      why,
    ).toBe(true);
}
