/** Describes the facts that must hold but are not connected with the answer. */
import { negateClause, denyExistence } from './negation';
import type { Describer } from './describer';
import { OMISSION_TEXTS } from './nested-clauses';
import { toPhrase, concat, type Phrase } from './phrase';
import type { QueryNode, Pattern } from './query-graph';

export function remainingFacts(describer: Describer): readonly Phrase[] {
  const found = [...describeFacts(describer, describer.pattern)];
  for (const nested of describer.pattern.nested) {
    const [inner, ...more] = nested.patterns;
    if (
      describer.isDescribed(nested) ||
      !inner ||
      more.length ||
      !describer.canDescribe(inner, describer.pattern)
    )
      continue;
    if ((nested.kind !== 'not' && nested.kind !== 'exists') || nested.byMinus) continue;
    describer.markDescribed(nested);
    const denies = nested.kind === 'not';
    const facts = describer.describeFully(inner, () => describeFacts(describer, inner, denies));
    if (facts.length && (facts.length === 1 || !denies)) found.push(...facts);
    else describer.omissions.add(OMISSION_TEXTS[nested.kind]);
  }
  return found;
}

function describeFacts(describer: Describer, scope: Pattern, denies = false): readonly Phrase[] {
  const found: Phrase[] = [];
  const existence = (node: QueryNode): Phrase => {
    const thing = describer.phraseFor(node, scope);
    return denies ? denyExistence(thing) : concat('there is', thing);
  };
  for (const edge of scope.edges) {
    if (describer.isDescribed(edge) || describer.isDescribedElsewhere(edge.to)) continue;
    const start = edge.from;
    if (start.term) {
      const clause = describer.clauseForEdge(edge, start, scope);
      if (clause)
        found.push(
          concat(
            toPhrase(describer.formatConstant(start.term), [edge.part]),
            denies ? negateClause(clause).one : clause.one,
          ),
        );
    } else if (!describer.isMentioned(start)) found.push(existence(start));
  }
  for (const typing of scope.typings)
    if (
      !describer.isDescribed(typing) &&
      !describer.isMentioned(typing.node) &&
      typing.node.variable !== undefined
    )
      found.push(existence(typing.node));
  return found;
}
