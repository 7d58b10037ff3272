/** The noun for a node: from a relation that leads to it, or from its class. */
import type { TextRange } from '../language/text/range';
import type { Describer } from './describer';
import { plural } from '../language/english/nouns';
import { eventNoun } from './events';
import { nounOfType } from './nouns';
import { say } from './phrase';
import { isPlain, type Edge, type Node, type Pattern } from './query-graph';
import { nounFor, type Noun } from './relation-words';

/** The noun that a relation towards this node gives it: "place of birth of Barack Obama". */
export function relationalNoun(describer: Describer, node: Node, scope: Pattern): Noun | undefined {
  const towards = scope.edges.filter(
    (edge) => edge.to === node && !describer.hasSaid(edge) && edge.from !== node,
  );
  const edge =
    towards.find(
      ({ relation, from, repeated, or }) =>
        relation !== undefined && !repeated && !or.length && !describer.isMet(from),
    ) ??
    scope.edges.find(
      ({ from, to }) =>
        from === node &&
        !describer.isMet(to) &&
        describer.kinds.isMediator(to) &&
        !isSaid(describer, { from, to }, scope),
    );
  if (edge && !isPlain(edge)) return undefined;
  if (edge?.relation === undefined || describer.hasSaid(edge)) return undefined;
  const other = edge.to === node ? edge.from : edge.to;
  if (describer.kinds.isMediator(other)) return eventNoun(describer, node, edge, other, scope);
  if (edge.to !== node) return undefined;
  describer.markSaid(edge);
  return nounFor(edge.relation, describer.phraseFor(other, scope, edge), [edge.part]);
}

function isSaid(describer: Describer, { from, to }: Pick<Edge, 'from' | 'to'>, scope: Pattern): boolean {
  return scope.edges.some((edge) => edge.from === from && edge.to === to && describer.hasSaid(edge));
}

/** The class that the query says, or the one that its relations imply. */
export function classNoun(describer: Describer, node: Node, scope: Pattern): Noun {
  const parts: TextRange[] = [];
  const names: string[] = [];
  for (const typing of scope.typings) {
    if (typing.node !== node) continue;
    describer.markSaid(typing);
    parts.push(typing.part);
    const name = nounOfType(typing.type);
    if (!names.includes(name)) names.push(name);
  }
  const text = names.join(' and ') || describer.kinds.nounText(node);
  return {
    one: say(text, parts),
    many: say(names.length > 1 ? names.map(plural).join(' and ') : plural(text), parts),
    natural: 'many',
  };
}
