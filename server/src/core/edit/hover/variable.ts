import { infer } from '../../schema/inference/inference';
import type { TypeEvidence } from '../../schema/inference/type-evidence';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import { evidenceOf, placesOf } from '../known-types';
import { variableAt, type Variable } from '../variables';
import { bullets, code, named, plain } from './markdown';

/** The variable that begins at `start`. */
export function describeVariable(
  query: QueryModel,
  schema: KbSchema | undefined,
  start: number,
): readonly string[] {
  const variable = variableAt(query, start);
  if (!variable) return [];
  const lines = [`**?${plain(variable.name)}** — variable`, useOf(variable)];
  if (!schema) return lines;
  const inference = infer(query, schema);
  const evidence = evidenceOf(inference, placesOf(inference), variable, start);
  if (!evidence.length) return [...lines, 'The query does not determine its type.'];
  return [...lines, bullets([...new Set(evidence.map(becauseOf))])];
}

export function becauseOf({ types, because, position }: TypeEvidence): string {
  const what = types.map(named).join(' or ');
  return position === 'class'
    ? `${what}, by its class`
    : `${what}, as ${position} of ${because.map(code).join(' or ')}`;
}

function useOf({ selected, places }: Variable): string {
  const count = `${places.length} ${places.length === 1 ? 'use' : 'uses'}`;
  return selected ? `Selected, ${count}.` : `${count}.`;
}
