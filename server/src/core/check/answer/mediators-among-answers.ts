import type { KnownEntity } from '../../kb/entity';
import type { KbSchema } from '../../schema/schema';
import { aType } from '../schema/wording';
import type { Verifier } from '../verifier';
import { answerColumns } from './answer-columns';

/** What the KB answers has a name, and is no mediator. */
export const mediatorsAmongAnswers: Verifier<'answer'> = {
  code: 'intermediate',
  stage: 'answer',
  strength: 'weak',
  severity: 'warning',
  title: 'An answer is a mediator node',
  about:
    'After a run, where the relations did not give it away before: by the types that the KB gives to an answer it is a mediator, and it has no name. Information only where other answers stand beside it. Silent about nodes whose types the KB does not tell, and about columns that the check before the run has marked.',
  *verify({ query, schema, inference, run }) {
    const columns = answerColumns(query, run.answer);
    for (const { variable, iris, range, others } of columns) {
      if (variable === undefined || !iris.size) continue;
      const told = inference
        .about(inference.scopes.answerNode(variable))
        .some(({ types }) => types.some((type) => schema.type(type)?.kind === 'mediator'));
      if (told) continue;
      const known = [...iris].flatMap((iri) => run.entity(iri) ?? []);
      const mediators = known.flatMap((entity) => mediatorType(entity, schema) ?? []);
      const [type] = mediators;
      if (type === undefined) continue;
      const all =
        mediators.length === known.length &&
        !others &&
        columns.every((one) => one.range === range || !one.iris.size);
      yield {
        range,
        rule: 'mediators-among-answers',
        ...(all ? {} : { severity: 'information' as const }),
        message: `${all ? `?${variable} is` : `Among the answers in ?${variable} is`} a mediator node: ${aType(type)}`,
        because: `The KB ${run.kb.name} says so by its types. A mediator only holds a fact together, and has no name.`,
        advice: 'Go on from it to what you want to know, and select that.',
      };
    }
  },
};

/** The type that makes it one: with a name, or with a type of another kind besides, it may be more. */
function mediatorType({ name, types }: KnownEntity, schema: KbSchema): string | undefined {
  if (name !== undefined) return undefined;
  const kinds = types.map((type) => schema.type(type)?.kind);
  if (kinds.includes('entity')) return undefined;
  return types.find((_, index) => kinds[index] === 'mediator');
}
