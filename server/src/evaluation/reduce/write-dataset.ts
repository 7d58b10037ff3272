/** Formats questions in this project's own format, which is complete, and in GrailQAbility's, which other systems read. */
import { isEntityId } from '../../core/language/rdf/ids';
import type { EvalQuestion } from '../eval-question';
import type { RelabelledQuestion } from './relabel';

/** Returns one line without a line break. */
export function plainLine({ id, question, gold }: EvalQuestion): string {
  const { parses, answerability, ideal, idealSexpr, missing, level, function: asked, hops, entities } = gold;
  const [only, ...others] = parses;
  return JSON.stringify({
    id,
    question,
    ...(others.length ? { parses } : only),
    answerability,
    ideal,
    idealSexpr,
    missing,
    level,
    function: asked,
    hops,
    entities,
  });
}

/** Returns one element of the list. The format holds one parse: the first with an answer. */
export function grailQabilityRow({ question: { id, question, gold }, codes }: RelabelledQuestion): object {
  const parse = gold.parses.find(({ answers }) => answers?.length) ?? gold.parses[0];
  return {
    qid: id,
    question,
    answer: (parse?.answers ?? []).map(toGrailAnswer),
    function: gold.function ?? 'none',
    ...(gold.hops !== undefined && { num_edge: gold.hops }),
    sparql_query: parse?.sparql ?? '',
    s_expression: gold.answerability === 'schema' ? 'NK' : (parse?.sexpr ?? ''),
    qType: gold.answerability === 'answerable' ? 'A' : 'U',
    Organswer: (gold.ideal ?? []).map(toGrailAnswer),
    Orgs_expression: gold.idealSexpr ?? '',
    Missing_KB_elements: codes.length ? codes : ['none'],
    ...(gold.level !== undefined && { level: gold.level }),
  };
}

function toGrailAnswer(answer: string): object {
  return { answer_type: isEntityId(answer) ? 'Entity' : 'Value', answer_argument: answer };
}
