import { infer } from '../../schema/inference/inference';
import type { TypeEvidence } from '../../schema/inference/type-evidence';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import { typeEvidenceAt } from '../known-types';
import { variableAt, type Variable } from '../variables';
import { bullets, code, named, plain } from './markdown';

export function describeVariable(
  query: QueryModel,
  schema: KbSchema | undefined,
  start: number,
): readonly string[] {
  const variable = variableAt(query, start);
  if (!variable) return [];
  const lines = [`**?${plain(variable.name)}** — variable`, describeUse(variable)];
  if (!schema) return lines;
  const inference = infer(query, schema);
  const evidence = typeEvidenceAt(inference, variable, start);
  if (!evidence.length) return [...lines, 'The query does not determine its type.'];
  return [...lines, bullets([...new Set(evidence.map(describeEvidence))])];
}

export function describeEvidence({ types, because, position }: TypeEvidence): string {
  const what = types.map(named).join(' or ');
  return position === 'class'
    ? `${what}, by its class`
    : `${what}, as ${position} of ${because.map(code).join(' or ')}`;
}

function describeUse({ selected, places }: Variable): string {
  const count = `${places.length} ${places.length === 1 ? 'use' : 'uses'}`;
  return selected ? `Selected, ${count}.` : `${count}.`;
}
