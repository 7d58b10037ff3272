import { DATA, type Diagnosis, type DiagnosisContext } from './diagnose';
import { entityWords } from './entity-words';
import type { PatternPart } from './pattern-parts';

/** VALUES gives what nothing goes with: ids that the KB does not have, or just none that has such facts. */
export async function diagnoseValues(
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
