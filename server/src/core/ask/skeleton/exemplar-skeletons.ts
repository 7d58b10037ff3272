/** Selects exemplars for the prompt of chatkbqa, with their logical forms as skeletons. */
import { asOf } from '../../candidates/rank/linked-question';
import { parseQuery } from '../../language/sparql/parse';
import { fromSparql } from '../../logical-form/from-sparql';
import { printSExpr } from '../../logical-form/print-sexpr';
import type { SExpr } from '../../logical-form/sexpr';
import { iriOf } from '../../question/linking/linked-entities';
import { promptLine } from '../../repair/feedback';
import type { StrategyInput } from '../strategy';
import { printSkeleton } from './print-skeleton';

/** More are searched than are shown, because not every query has a logical form whose entities have names in the KB. */
const SEARCHED_FACTOR = 3;

export async function exemplarSkeletons({ task, ports, options, signal }: StrategyInput): Promise<string> {
  const { schema, kb, model } = ports;
  const found = model?.exemplars.nearest(task.question, SEARCHED_FACTOR * options.exemplars) ?? [];
  const exemplars = found.flatMap(({ question, query }): readonly { question: string; expr: SExpr }[] => {
    if (query === null) return [];
    const parsed = parseQuery(query, options.dialect);
    const converted = parsed.problems.length ? undefined : fromSparql(parsed, schema, asOf(ports));
    return converted && 'expr' in converted && !converted.losses.length
      ? [{ question, expr: converted.expr }]
      : [];
  });
  const ids = exemplars.flatMap(({ expr }) => printSExpr(expr).match(/\b[mg]\.\w+/g) ?? []);
  const known = await kb.directory.lookUp(
    [...new Set(ids)].map((id) => iriOf(id, schema)),
    signal,
  );
  const nameOf = (id: string): string | undefined => known.get(iriOf(id, schema))?.name;
  return exemplars
    .flatMap(({ question, expr }) => {
      const skeleton = printSkeleton(expr, schema, nameOf);
      return skeleton === undefined
        ? []
        : [`Question: ${promptLine(question)}\nLogical form: ${promptLine(skeleton)}`];
    })
    .slice(0, options.exemplars)
    .join('\n\n');
}
