import type { QueryAnswer } from '../../kb/knowledge-base';
import type { Projection, QueryModel, VariableTerm } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';

interface AnswerColumn {
  readonly name: string;
  readonly range: TextRange;
  /** Absent for `SELECT *`. */
  readonly projection: Projection | undefined;
  /** The variable whose values it shows; undefined for a computed column. */
  readonly variable: string | undefined;
  /** The distinct IRIs in the column. */
  readonly iris: ReadonlySet<string>;
  /** Whether the column has other values too. */
  readonly others: boolean;
}

/** Maps the columns of an answer to the selected terms of the query. */
export function answerColumns({ query, tokens }: QueryModel, answer: QueryAnswer): readonly AnswerColumn[] {
  if (answer.kind !== 'table' || query.form !== 'select') return [];
  const star = rangeOfStar({ query, tokens });
  return answer.columns.flatMap((name, index) => {
    const projection = query.star ? undefined : query.projection[index];
    const range = query.star ? star : (selectedVariable(projection)?.range ?? projection?.range);
    if (!range) return [];
    const variable = query.star ? name : selectedVariable(projection)?.name;
    const iris = new Set<string>();
    let others = false;
    for (const row of answer.rows) {
      const term = row[index];
      if (term?.type === 'uri') iris.add(term.value);
      else if (term) others = true;
    }
    return [{ name, range, projection, variable, iris, others }];
  });
}

/** The range of a finding about the whole answer: the selected variables. */
export function rangeOfAnswer(model: QueryModel): TextRange | undefined {
  const { query } = model;
  const [first] = query.projection;
  if (query.star) return rangeOfStar(model);
  return selectedVariable(first)?.range ?? first?.range ?? query.keyword;
}

function rangeOfStar({ query, tokens }: Pick<QueryModel, 'query' | 'tokens'>): TextRange | undefined {
  const star = tokens.find(
    ({ type, value, start }) => type === 'punctuation' && value === '*' && start >= query.range.start,
  );
  return star ? { start: star.start, end: star.end } : query.keyword;
}

/** The variable that a column shows; undefined for a computed column. */
export function selectedVariable(projection: Projection | undefined): VariableTerm | undefined {
  const { variable, expression } = projection ?? {};
  if (expression === undefined) return variable;
  return expression.kind === 'term' && expression.term.kind === 'variable' ? expression.term : undefined;
}
