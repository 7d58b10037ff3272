import type { KnownEntity } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import type { Verifier } from '../verifier';
import { answerColumns } from './answer-columns';

/** No answer of the KB is a mediator. */
export const mediatorsAmongAnswers: Verifier<'answer'> = {
  code: 'intermediate',
  stage: 'answer',
  strength: 'weak',
  severity: 'warning',
  title: 'An answer is a mediator',
  about:
    'After a run: an answer has a mediator type in the KB and no name, and the relations of the query did not show it before. Reported as information where there are other answers. Not reported for nodes whose types the KB does not give, or for columns that the check before the run reports.',
  *verify({ query, schema, inference, run }) {
    const columns = answerColumns(query, run.answer);
    for (const { variable, iris, range, others } of columns) {
      if (variable === undefined || !iris.size) continue;
      const isKnownBefore = inference
        .evidenceFor(inference.scopes.answerNode(variable))
        .some(({ types }) => types.some((type) => schema.isMediator(type)));
      if (isKnownBefore) continue;
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
        message: `${all ? `?${variable} is` : `The answers in ?${variable} include`} a mediator (${type}), which has no name`,
        because: `It has this type in the KB ${run.kb.name}. A mediator only connects the parts of one fact.`,
        advice: 'Continue from it to an entity, and select the entity.',
      };
    }
  },
};

/** The mediator type of a node. A node with a name or an entity type is not a mediator. */
function mediatorType({ name, types }: KnownEntity, schema: KbSchema): string | undefined {
  if (name !== undefined) return undefined;
  const kinds = types.map((type) => schema.type(type)?.kind);
  if (kinds.includes('entity')) return undefined;
  return types.find((_, index) => kinds[index] === 'mediator');
}
