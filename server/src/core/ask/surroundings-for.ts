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
    onwards: async (walks, signal) =>
      (await around.onwards(walks, signal)).filter(({ step }) => isAllowed(step)),
    reach: (walks, most, signal) => around.reach(walks, most, signal),
    meetings: async (nodes, entities, signal) =>
      (await around.meetings(nodes, entities, signal)).filter(({ hops }) => hops.every(isAllowed)),
    membersAround: async (nodes, type, most, signal) =>
      (await around.membersAround(nodes, type, most, signal)).filter(isAllowed),
    literals: async (nodes, signal) => (await around.literals(nodes, signal)).filter(isAllowed),
    measuresOf: (type, measures, most, signal) =>
      around.measuresOf(type, measures.filter(isMeasureAllowed), most, signal),
    measured: (nodes, measures, signal) => around.measured(nodes, measures.filter(isMeasureAllowed), signal),
    classesOf: (nodes, signal) => around.classesOf(nodes, signal),
  };
}
