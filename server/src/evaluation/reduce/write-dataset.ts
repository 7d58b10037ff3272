/** Writes questions in our own format, which has everything, and in GrailQAbility's, which other systems read. */
import { isEntityId } from '../../core/language/rdf/ids';
import type { EvalQuestion } from '../eval-question';
import type { Relabelled } from './relabel';

/** One line, without the line break. */
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

/** One element of the list. It has room for one parse: the first with an answer. */
export function grailQabilityRow({ question: { id, question, gold }, letters }: Relabelled): object {
  const parse = gold.parses.find(({ answers }) => answers?.length) ?? gold.parses[0];
  return {
    qid: id,
    question,
    answer: (parse?.answers ?? []).map(answerOf),
    function: gold.function ?? 'none',
    ...(gold.hops !== undefined && { num_edge: gold.hops }),
    sparql_query: parse?.sparql ?? '',
    s_expression: gold.answerability === 'schema' ? 'NK' : (parse?.sexpr ?? ''),
    qType: gold.answerability === 'answerable' ? 'A' : 'U',
    Organswer: (gold.ideal ?? []).map(answerOf),
    Orgs_expression: gold.idealSexpr ?? '',
    Missing_KB_elements: letters.length ? letters : ['none'],
    ...(gold.level !== undefined && { level: gold.level }),
  };
}

function answerOf(answer: string): object {
  return { answer_type: isEntityId(answer) ? 'Entity' : 'Value', answer_argument: answer };
}
