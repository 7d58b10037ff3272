/** Clauses for facts that are not connected with the answer but must hold. */
import { negatedClause, noSuchThing } from './negation';
import type { Describer } from './describer';
import { LEFT_OUT } from './nested-clauses';
import { say, words, type Phrase } from './phrase';
import type { Node, Pattern } from './query-graph';

export function remainingFacts(describer: Describer): readonly Phrase[] {
  const found = [...factsOf(describer, describer.pattern)];
  for (const nested of describer.pattern.nested) {
    const [inner, ...more] = nested.patterns;
    if (describer.hasSaid(nested) || !inner || more.length || !describer.isReadyFor(inner, describer.pattern))
      continue;
    if ((nested.kind !== 'not' && nested.kind !== 'exists') || nested.byMinus) continue;
    describer.markSaid(nested);
    const denies = nested.kind === 'not';
    const facts = describer.wholly(inner, () => factsOf(describer, inner, denies));
    if (facts.length && (facts.length === 1 || !denies)) found.push(...facts);
    else describer.leftOut.add(LEFT_OUT[nested.kind]);
  }
  return found;
}

function factsOf(describer: Describer, scope: Pattern, denies = false): readonly Phrase[] {
  const found: Phrase[] = [];
  const existence = (node: Node): Phrase => {
    const thing = describer.phraseFor(node, scope);
    return denies ? noSuchThing(thing) : words('there is', thing);
  };
  for (const edge of scope.edges) {
    if (describer.hasSaid(edge) || describer.isElsewhere(edge.to)) continue;
    const start = edge.from;
    if (start.term) {
      const clause = describer.clauseOfEdge(edge, start, scope);
      if (clause)
        found.push(
          words(
            say(describer.constant(start.term), [edge.part]),
            denies ? negatedClause(clause).one : clause.one,
          ),
        );
    } else if (!describer.isMet(start)) found.push(existence(start));
  }
  for (const typing of scope.typings)
    if (!describer.hasSaid(typing) && !describer.isMet(typing.node) && typing.node.variable !== undefined)
      found.push(existence(typing.node));
  return found;
}
