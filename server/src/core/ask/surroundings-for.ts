/** The facts around nodes of the KB, optionally restricted to some relations. */
import type { AskOptions, AskPorts, AskTask } from './ask-ports';
import { KbSurroundings } from '../candidates/surroundings/kb-surroundings';
import type { Measure, Surroundings } from '../candidates/surroundings/surroundings';

export function surroundingsFor(
  { relations }: Pick<AskTask, 'relations'>,
  { kb, schema }: Pick<AskPorts, 'kb' | 'schema'>,
  { limits }: Pick<AskOptions, 'limits'>,
): Surroundings {
  const around = new KbSurroundings(kb.kb, schema, limits.timeoutMs);
  return relations ? byRelations(around, relations) : around;
}

function byRelations(around: Surroundings, only: ReadonlySet<string>): Surroundings {
  const counts = ({ relation }: { readonly relation: string }): boolean => only.has(relation);
  const countsWhole = ({ via, relation }: Measure): boolean =>
    only.has(relation) && (via === undefined || only.has(via));
  return {
    relationsOf: async (nodes, signal) => {
      const steps = await around.relationsOf(nodes, signal);
      return new Map([...steps].map(([node, list]) => [node, list.filter(counts)]));
    },
    onwards: async (walks, signal) =>
      (await around.onwards(walks, signal)).filter(({ step }) => counts(step)),
    reach: (walks, most, signal) => around.reach(walks, most, signal),
    meetings: async (nodes, entities, signal) =>
      (await around.meetings(nodes, entities, signal)).filter(({ hops }) => hops.every(counts)),
    membersAround: async (nodes, type, most, signal) =>
      (await around.membersAround(nodes, type, most, signal)).filter(counts),
    literals: async (nodes, signal) => (await around.literals(nodes, signal)).filter(counts),
    measuresOf: (type, measures, most, signal) =>
      around.measuresOf(type, measures.filter(countsWhole), most, signal),
    measured: (nodes, measures, signal) => around.measured(nodes, measures.filter(countsWhole), signal),
    classesOf: (nodes, signal) => around.classesOf(nodes, signal),
  };
}
