/** Finds the selected variable that is the answer; the others are names, sort keys or computed from it. */
import { RDFS_LABEL } from '../language/rdf/names';
import type { QueryAnswer } from '../kb/knowledge-base';
import type { Finding } from '../check/verifier';
import type { Bind, Expression, Group, QueryModel, Triple } from '../language/sparql/model';
import { childGroups, hasAggregate, variablesOf } from '../language/sparql/query-parts';

interface AnswerVariable {
  readonly column: number;
  readonly name: string;
  /** Other variables that may be the answer. */
  readonly rivals: readonly string[];
}

/** Relations for names and descriptions, by the end of their IRI. */
const NAMING_RELATIONS =
  /(?:[/#](?:type\.object\.name|common\.topic\.(?:alias|description)|prefLabel|altLabel|label|name))$/;

/** `columns` are those of the answer, because `SELECT *` does not list them. */
export function answerVariableOf(model: QueryModel, columns: readonly string[]): AnswerVariable | undefined {
  const accessory = new Set([...nameVariables(model, columns), ...computedVariables(model, columns)]);
  const candidates = exclude(columns, accessory);
  const sorted = new Set(model.query.orderBy.flatMap(variablesOf));
  const [name, ...rivals] = exclude(candidates, sorted);
  return name === undefined ? undefined : { column: columns.indexOf(name), name, rivals };
}

/** Returns all columns if nothing else would be left. */
function exclude(columns: readonly string[], accessory: ReadonlySet<string>): readonly string[] {
  const left = columns.filter((name) => !accessory.has(name));
  return left.length ? left : columns;
}

function* nameVariables({ query }: QueryModel, columns: readonly string[]): Iterable<string> {
  for (const { triples } of query.groups.flatMap(withDescendants))
    for (const { subject, predicate, object } of triples)
      if (
        isNaming(predicate) &&
        object.kind === 'variable' &&
        subject.kind === 'variable' &&
        subject.name !== object.name &&
        columns.includes(subject.name)
      )
        yield object.name;
}

function isNaming(predicate: Triple['predicate']): boolean {
  if (predicate.kind !== 'link') return false;
  return predicate.iri.iri === RDFS_LABEL || NAMING_RELATIONS.test(predicate.iri.iri);
}

/** Variables computed from other columns or their names, and aggregates of a group. */
function* computedVariables(model: QueryModel, columns: readonly string[]): Iterable<string> {
  const { query } = model;
  const known = new Set([...columns, ...nameVariables(model, columns)]);
  const fromKnown = (expression: Expression, own: string): boolean => {
    const used = variablesOf(expression);
    return used.length > 0 && used.every((name) => name !== own && known.has(name));
  };
  for (const { variable, expression } of query.projection) {
    if (!variable || !expression) continue;
    const ofGroup = query.groupBy !== undefined && hasAggregate(expression);
    if (ofGroup || fromKnown(expression, variable.name)) yield variable.name;
  }
  const binds: readonly Bind[] = query.groups.flatMap(withDescendants).flatMap((group) => group.binds);
  for (const { variable, expression } of binds) if (fromKnown(expression, variable.name)) yield variable.name;
}

function withDescendants(group: Group): readonly Group[] {
  return [group, ...childGroups(group).flatMap(withDescendants)];
}

/** Words of a question that asks for several values. */
const ASKS_FOR_SEVERAL = /\b(?:and|with (?:its|his|her|their)|each|every|respective(?:ly)?|pairs?|list)\b|,/i;

/** Reports a query with several columns of entities if the question asks for one. */
export function unclearAnswer(model: QueryModel, answer: QueryAnswer, question: string): readonly Finding[] {
  if (answer.kind !== 'table' || !answer.rows.length || ASKS_FOR_SEVERAL.test(question)) return [];
  const { query } = model;
  const found = query.form === 'select' && !query.star ? answerVariableOf(model, answer.columns) : undefined;
  const holdsEntities = (name: string): boolean =>
    answer.rows.every((row) => row[answer.columns.indexOf(name)]?.type === 'uri');
  const rivals = found?.rivals.filter(holdsEntities) ?? [];
  const range = query.projection[found?.column ?? 0]?.range;
  if (!found || !range || !rivals.length || !holdsEntities(found.name)) return [];
  const names = [found.name, ...rivals].map((name) => `?${name}`);
  return [
    {
      range,
      code: 'answer_variable',
      stage: 'answer',
      strength: 'weak',
      severity: 'warning',
      message: `Which variable is the answer: ${names.join(' or ')}?`,
      because:
        'The question probably asks for one thing, but the query selects several, and none is the name of another.',
      advice: 'Select the one that answers the question. You may also select its name.',
    },
  ];
}
