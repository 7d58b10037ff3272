/** The noun of a node, from a relation that leads to it or from its class. */
import type { TextRange } from '../language/text/range';
import type { Describer } from './describer';
import { plural } from '../language/english/nouns';
import { eventNoun } from './events';
import { typeNoun } from './nouns';
import { toPhrase } from './phrase';
import { isSingleRelation, type QueryNode, type Pattern } from './query-graph';
import { objectNoun, type Noun } from './relation-words';

/** A noun from a relation to the node: "place of birth of Barack Obama". */
export function relationNoun(describer: Describer, node: QueryNode, scope: Pattern): Noun | undefined {
  const edge =
    scope.edges.find(
      (candidate) =>
        candidate.to === node &&
        candidate.from !== node &&
        candidate.relation !== undefined &&
        isSingleRelation(candidate) &&
        !describer.isDescribed(candidate) &&
        !describer.isMentioned(candidate.from),
    ) ??
    scope.edges.find(
      ({ from, to }) =>
        from === node &&
        !describer.isMentioned(to) &&
        describer.kinds.isMediator(to) &&
        !scope.edges.some((other) => other.from === from && other.to === to && describer.isDescribed(other)),
    );
  if (edge && !isSingleRelation(edge)) return undefined;
  if (edge?.relation === undefined || describer.isDescribed(edge)) return undefined;
  const other = edge.to === node ? edge.from : edge.to;
  if (describer.kinds.isMediator(other)) return eventNoun(describer, node, edge, other, scope);
  if (edge.to !== node) return undefined;
  describer.markDescribed(edge);
  return objectNoun(edge.relation, describer.phraseFor(other, scope, edge), [edge.part]);
}

/** A noun from the class that the query states or its relations imply. */
export function classNoun(describer: Describer, node: QueryNode, scope: Pattern): Noun {
  const parts: TextRange[] = [];
  const names: string[] = [];
  for (const typing of scope.typings) {
    if (typing.node !== node) continue;
    describer.markDescribed(typing);
    parts.push(typing.part);
    const name = typeNoun(typing.type);
    if (!names.includes(name)) names.push(name);
  }
  const text = names.join(' and ') || describer.kinds.nounText(node);
  return {
    one: toPhrase(text, parts),
    many: toPhrase(names.length > 1 ? names.map(plural).join(' and ') : plural(text), parts),
    defaultNumber: 'many',
  };
}
