/** What speaks against a part of a pattern that leaves nothing, and what would have matched in its place. */
import type { KnowledgeBase } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import type { Fix } from '../../check/verifier';
import { diagnoseFilter } from './diagnose-filter';
import { diagnoseTriple } from './diagnose-triple';
import type { EntityDirectory } from '../entity-directory';
import type { PatternPart } from './pattern-parts';
import type { Probe, Prober } from './prober';
import { entityWords } from './labels';

export interface DiagnosisContext {
  readonly kb: KnowledgeBase;
  readonly schema: KbSchema | undefined;
  readonly directory: Pick<EntityDirectory, 'lookUp'>;
  readonly model: QueryModel;
  readonly prober: Prober;
  readonly signal: AbortSignal;
}

export interface Diagnosis {
  /** How much speaks against the part: from `DATA`, where only the facts are missing, up to 100. */
  readonly weight: number;
  /** It can never match, rather than just having no facts for it. */
  readonly broken: boolean;
  /** Worked out for the part that is chosen. */
  readonly tell: () => Promise<DiagnosisText>;
}

export interface DiagnosisText {
  readonly sentences: readonly string[];
  readonly instead: readonly string[];
  readonly fixes?: readonly Fix[];
  /** Where a group was followed into. */
  readonly inner?: readonly Probe[];
}

/** What a part is taken out of. */
export interface RestOfPattern {
  /** What has matches without the part. */
  readonly rest: readonly PatternPart[];
  /** Of these, what was followed before it came. */
  readonly before: readonly PatternPart[];
  /** Tests that went with it, because it alone gives them values. */
  readonly lost: readonly PatternPart[];
}

/** The weight of a part that may well be right. */
export const DATA = 20;

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
      return plain('The pattern matches, but MINUS removes all its rows.');
    case 'union':
      return plain('No branch of the UNION fits the rest of the pattern.');
    case 'group':
    case 'optional':
    case 'bind':
      return plain(
        part.groups?.some(({ select }) => select)
          ? 'The subquery has answers, but none fits the rest of the pattern.'
          : 'This group matches by itself, but not together with the rest of the pattern.',
      );
  }
}

function plain(sentence: string): Promise<Diagnosis> {
  const told = { sentences: [sentence], instead: [] };
  return Promise.resolve({ weight: DATA, broken: false, tell: () => Promise.resolve(told) });
}

/** VALUES gives what nothing goes with: ids that the KB does not have, or just none that has such facts. */
async function diagnoseValues(
  context: DiagnosisContext,
  { values, written }: PatternPart,
): Promise<Diagnosis> {
  const { kb } = context;
  const iris = (values?.rows ?? []).flatMap((row) =>
    row.flatMap((term) => (term?.kind === 'iri' ? [term.iri] : [])),
  );
  const words = await entityWords(context, iris);
  const absent = iris.filter((iri) => words.entity(iri)?.exists === false);
  const all = iris.length > 0 && absent.length === iris.length;
  const named = iris.map(words.call).join(', ');
  const sentence = all
    ? `${named} ${iris.length > 1 ? 'are' : 'is'} not in the KB ${kb.name}.`
    : `The rest of the pattern matches, but not with ${iris.length ? named : written}.`;
  return {
    weight: all ? 100 : DATA - 5,
    broken: all && kb.complete,
    tell: () => Promise.resolve({ sentences: [sentence], instead: [] }),
  };
}
