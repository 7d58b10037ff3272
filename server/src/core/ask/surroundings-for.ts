/** The facts around nodes of the KB, restricted to the relations of the task. */
import type { AskOptions, AskPorts, AskTask } from './ask-ports';
import { KbSurroundings } from '../candidates/surroundings/kb-surroundings';
import type { Measure, Surroundings } from '../candidates/surroundings/surroundings';

export function surroundingsFor(
  { relations }: Pick<AskTask, 'relations'>,
  { kb, schema }: Pick<AskPorts, 'kb' | 'schema'>,
  { limits }: Pick<AskOptions, 'limits'>,
): Surroundings {
  const surroundings = new KbSurroundings(kb.kb, schema, limits.timeoutMs);
  return relations ? restrictTo(relations, surroundings) : surroundings;
}

function restrictTo(relations: ReadonlySet<string>, around: Surroundings): Surroundings {
  const isAllowed = ({ relation }: { readonly relation: string }): boolean => relations.has(relation);
  const isMeasureAllowed = ({ via, relation }: Measure): boolean =>
    relations.has(relation) && (via === undefined || relations.has(via));
  return {
    relationsOf: async (nodes, signal) => {
      const steps = await around.relationsOf(nodes, signal);
      return new Map([...steps].map(([node, list]) => [node, list.filter(isAllowed)]));
    },
    findContinuations: async (paths, signal) =>
      (await around.findContinuations(paths, signal)).filter(({ step }) => isAllowed(step)),
    findPathEnds: (paths, limit, signal) => around.findPathEnds(paths, limit, signal),
    findConnections: async (nodes, entities, signal) =>
      (await around.findConnections(nodes, entities, signal)).filter(({ hops }) => hops.every(isAllowed)),
    findMembers: async (nodes, type, limit, signal) =>
      (await around.findMembers(nodes, type, limit, signal)).filter(isAllowed),
    literalFacts: async (nodes, signal) => (await around.literalFacts(nodes, signal)).filter(isAllowed),
    measuresOfClass: (type, measures, limit, signal) =>
      around.measuresOfClass(type, measures.filter(isMeasureAllowed), limit, signal),
    measuresOfNodes: (nodes, measures, signal) =>
      around.measuresOfNodes(nodes, measures.filter(isMeasureAllowed), signal),
    classesOf: (nodes, isAccepted, signal) => around.classesOf(nodes, isAccepted, signal),
  };
}
