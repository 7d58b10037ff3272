/** Which of the selected variables is the answer. Names, sort keys and what is computed from the others stand beside it. */
import { RDFS_LABEL } from '../language/rdf/names';
import type { Answer } from '../kb/knowledge-base';
import type { Finding } from '../check/verifier';
import type { Bind, Expression, Group, QueryModel, Triple } from '../language/sparql/model';
import { childGroups, hasAggregate, variablesOf } from '../language/sparql/semantics';

interface AnswerVariable {
  /** Where it stands among the columns. */
  readonly column: number;
  readonly name: string;
  /** Others that could be it as well. */
  readonly rivals: readonly string[];
}

/** Relations that only say what something is called or described as, by the end of their IRI. */
const NAMING =
  /(?:[/#](?:type\.object\.name|common\.topic\.(?:alias|description)|prefLabel|altLabel|label|name))$/;

/** `columns` are those of the answer, which `SELECT *` does not tell. */
export function answerVariableOf(model: QueryModel, columns: readonly string[]): AnswerVariable | undefined {
  const beside = new Set([...namesIn(model, columns), ...computedIn(model, columns)]);
  const own = leave(columns, beside);
  const sorted = new Set(model.query.orderBy.flatMap(variablesOf));
  const [name, ...rivals] = leave(own, sorted);
  return name === undefined ? undefined : { column: columns.indexOf(name), name, rivals };
}

/** Something always stays: where every column is of one kind, that kind is what is asked for. */
function leave(columns: readonly string[], beside: ReadonlySet<string>): readonly string[] {
  const left = columns.filter((name) => !beside.has(name));
  return left.length ? left : columns;
}

function* namesIn({ query }: QueryModel, columns: readonly string[]): Iterable<string> {
  for (const { triples } of query.groups.flatMap(withInner))
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
  return predicate.iri.iri === RDFS_LABEL || NAMING.test(predicate.iri.iri);
}

/** From other columns or their names; a group has its aggregates beside it. */
function* computedIn(model: QueryModel, columns: readonly string[]): Iterable<string> {
  const { query } = model;
  const known = new Set([...columns, ...namesIn(model, columns)]);
  const fromKnown = (expression: Expression, own: string): boolean => {
    const used = variablesOf(expression);
    return used.length > 0 && used.every((name) => name !== own && known.has(name));
  };
  for (const { variable, expression } of query.projection) {
    if (!variable || !expression) continue;
    const ofGroup = query.groupBy !== undefined && hasAggregate(expression);
    if (ofGroup || fromKnown(expression, variable.name)) yield variable.name;
  }
  const binds: readonly Bind[] = query.groups.flatMap(withInner).flatMap((group) => group.binds);
  for (const { variable, expression } of binds) if (fromKnown(expression, variable.name)) yield variable.name;
}

function withInner(group: Group): readonly Group[] {
  return [group, ...childGroups(group).flatMap(withInner)];
}

/** Words of a question that asks for several things at once. */
const SEVERAL = /\b(?:and|with (?:its|his|her|their)|each|every|respective(?:ly)?|pairs?|list)\b|,/i;

/** Two columns of things, and a question that asks for one: nobody knows which is meant. */
export function unclearAnswer(model: QueryModel, answer: Answer, question: string): readonly Finding[] {
  if (answer.kind !== 'table' || !answer.rows.length || SEVERAL.test(question)) return [];
  const { query } = model;
  const found = query.form === 'select' && !query.star ? answerVariableOf(model, answer.columns) : undefined;
  const holdsThings = (name: string): boolean =>
    answer.rows.every((row) => row[answer.columns.indexOf(name)]?.type === 'uri');
  const rivals = found?.rivals.filter(holdsThings) ?? [];
  const range = query.projection[found?.column ?? 0]?.range;
  if (!found || !range || !rivals.length || !holdsThings(found.name)) return [];
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
        'The question probably asks for one thing, and the query selects several that are none of them a name of the other.',
      advice: 'Select the one that answers the question; its name may stand beside it.',
    },
  ];
}
