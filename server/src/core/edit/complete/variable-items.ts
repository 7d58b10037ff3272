import { typeFitLevel } from '../../schema/inference/type-fit-level';
import { labelOf } from '../../schema/labels';
import { variablesOf, variablesInScopeAt } from '../variables';
import { typeEvidenceAt } from '../known-types';
import { FIT_SCORES } from './class-items';
import type { CompletionItem } from './item';
import { unusedVariableName } from './names';
import { relationToCursor } from './cursor-link';
import type { CompletionContext } from './context';

/** The variables of the query. For an object, those that fit the relation come first, after a new variable. */
export function* variableItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, schema, typed } = context;
  const sigil = place.typed.startsWith('$') ? '$' : '?';
  if (typed.form !== 'variable' && typed.form !== 'word') return;
  if (context.follows()?.('VAR') === false) return;
  const inference = context.inference();
  const relation =
    schema && inference && place.position === 'object' ? relationToCursor(inference, schema) : undefined;
  const known = new Map<string, Set<string>>();
  for (const variable of variablesInScopeAt(place.query, place.word.start - place.shift)) {
    if (variable.name.startsWith('funfusic_')) continue;
    const start = variable.places[0]?.range.start ?? 0;
    const evidence = inference ? typeEvidenceAt(inference, variable, start) : [];
    const types = known.get(variable.name) ?? new Set();
    for (const { types: one } of evidence) if (one.length === 1) for (const type of one) types.add(type);
    known.set(variable.name, types);
  }
  const scoreOf = (types: readonly string[]): number =>
    schema && relation ? FIT_SCORES[typeFitLevel(schema, relation.range, types)] : 0;
  const newName = relation && newVariableName(relation.id, relation.range, new Set(known.keys()));
  if (newName !== undefined) yield { ...item(sigil, newName, []), detail: 'new variable' };
  const sorted = [...known]
    .map(([name, types]) => ({ name, types: [...types], score: scoreOf([...types]) }))
    .sort((left, right) => right.score - left.score);
  for (const { name, types } of sorted) {
    if (name !== newName) yield item(sigil, name, types);
  }
}

function item(sigil: string, name: string, types: readonly string[]): CompletionItem {
  const text = sigil + name;
  const [type] = types;
  return {
    kind: 'variable',
    label: text,
    insertText: text,
    ...(type === undefined ? {} : { detail: labelOf(type) }),
  };
}

/** A name after the range of the relation, or after the relation if the range is a literal type. */
function newVariableName(relation: string, range: string | undefined, taken: ReadonlySet<string>): string {
  const source = range === undefined || /^type\./.test(range) || !/[./]/.test(range) ? relation : range;
  return unusedVariableName(source, taken);
}

/** New variables, after AS, named after the function. */
export function* aliasItems({ place, typed }: CompletionContext): Iterable<CompletionItem> {
  if (typed.form !== 'variable' && typed.form !== 'word') return;
  const taken = new Set(variablesOf(place.query).map(({ name }) => name));
  const names = place.before
    .filter(({ type }) => type === 'keyword')
    .map(({ value }) => value.toLowerCase())
    .filter((word) => ['count', 'sum', 'min', 'max', 'avg', 'sample', 'year', 'str'].includes(word))
    .slice(-1);
  for (const name of [...names, 'value']) {
    yield { ...item('?', unusedVariableName(name, taken), []), detail: 'new variable' };
  }
}
