/** Diagnoses a part of a pattern without matches: the evidence against it, and what would match instead. */
import type { KnowledgeBase } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import type { Fix } from '../../check/verifier';
import { diagnoseFilter } from './diagnose-filter';
import { diagnoseTriple } from './diagnose-triple';
import type { EntityDirectory } from '../entity-directory';
import type { PatternPart } from './pattern-parts';
import type { Probe, Prober } from './prober';
import { lookUpLabels } from './labels';

export interface DiagnosisContext {
  readonly kb: KnowledgeBase;
  readonly schema: KbSchema | undefined;
  readonly directory: Pick<EntityDirectory, 'lookUp'>;
  readonly model: QueryModel;
  readonly prober: Prober;
  readonly signal: AbortSignal;
}

export interface Diagnosis {
  /** The evidence against the part: from `MISSING_DATA_WEIGHT`, if only facts are missing, up to 100. */
  readonly weight: number;
  /** Whether it can never match, rather than only lacking facts. */
  readonly broken: boolean;
  /** Computed only for the reported part. */
  readonly describe: () => DiagnosisText | Promise<DiagnosisText>;
}

export interface DiagnosisText {
  readonly sentences: readonly string[];
  readonly instead?: readonly string[];
  readonly fixes?: readonly Fix[];
  readonly inner?: readonly Probe[];
}

/** The rest of a pattern without one part. */
export interface RestOfPattern {
  /** The parts that match without it. */
  readonly rest: readonly PatternPart[];
  /** Those of `rest` that precede it. */
  readonly before: readonly PatternPart[];
  /** Tests that were removed with it, because only it binds their variables. */
  readonly removedTests: readonly PatternPart[];
}

/** The weight of a part that may be right. */
export const MISSING_DATA_WEIGHT = 20;

export function diagnose(
  context: DiagnosisContext,
  part: PatternPart,
  around: RestOfPattern,
): Promise<Diagnosis> {
  switch (part.kind) {
    case 'triple':
      return diagnoseTriple(context, part, around);
    case 'filter':
      return diagnoseFilter(context, part, around.rest);
    case 'values':
      return diagnoseValues(context, part);
    case 'minus':
      return simpleDiagnosis('The pattern matches, but MINUS removes all its rows.');
    case 'union':
      return simpleDiagnosis('No branch of the UNION fits the rest of the pattern.');
    case 'group':
    case 'optional':
    case 'bind':
      return simpleDiagnosis(
        part.groups?.some(({ select }) => select)
          ? 'The subquery has answers, but none fits the rest of the pattern.'
          : 'This group matches by itself, but not together with the rest of the pattern.',
      );
  }
}

function simpleDiagnosis(sentence: string): Promise<Diagnosis> {
  const describe = (): DiagnosisText => ({ sentences: [sentence] });
  return Promise.resolve({ weight: MISSING_DATA_WEIGHT, broken: false, describe });
}

/** VALUES binds ids that the KB does not have, or that have no such facts. */
async function diagnoseValues(
  context: DiagnosisContext,
  { values, written }: PatternPart,
): Promise<Diagnosis> {
  const { kb } = context;
  const iris = (values?.rows ?? []).flatMap((row) =>
    row.flatMap((term) => (term?.kind === 'iri' ? [term.iri] : [])),
  );
  const labels = await lookUpLabels(context, iris);
  const absent = iris.filter((iri) => labels.entity(iri)?.exists === false);
  const all = iris.length > 0 && absent.length === iris.length;
  const named = iris.map(labels.label).join(', ');
  const sentence = all
    ? `${named} ${iris.length > 1 ? 'are' : 'is'} not in the KB ${kb.name}.`
    : `The rest of the pattern matches, but not with ${iris.length ? named : written}.`;
  return {
    weight: all ? 100 : MISSING_DATA_WEIGHT - 5,
    broken: all && kb.complete,
    describe: () => ({ sentences: [sentence] }),
  };
}
