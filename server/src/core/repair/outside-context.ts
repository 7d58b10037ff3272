/** What a proposal names although the model was not shown it. The paper turns such a query down; that it exists is enough for us, unless asked. */
import { scopesOf } from '../schema/inference/scopes';
import type { KbSchema } from '../schema/schema';
import type { IriTerm, QueryModel } from '../language/sparql/model';
import type { Finding } from '../check/verifier';
import { topicsOf } from '../check/answer/topics';
import type { ModelContext } from './context';

export function outsideContext(
  { query }: QueryModel,
  schema: KbSchema,
  context: Pick<ModelContext, 'has' | 'onlyEntities'>,
  onlyContext: boolean,
): readonly Finding[] {
  const scopes = scopesOf(query);
  const terms = new Map<string, IriTerm>();
  for (const { iri } of scopes.relations) terms.set(iri.iri, iri);
  const topics = topicsOf(scopes, schema);
  for (const { iri, term } of topics.values()) terms.set(iri, term);
  return [...terms.values()].flatMap(({ iri, range }): readonly Finding[] => {
    const chosen = context.onlyEntities === true && topics.has(iri);
    const certain = onlyContext || chosen;
    const id = schema.idOf(iri);
    if (id === undefined || schema.isTyping(iri) || context.has(iri)) return [];
    return [
      {
        range,
        code: 'grounding',
        rule: 'outside-context',
        stage: 'schema',
        strength: certain ? 'strong' : 'weak',
        severity: certain ? 'error' : 'information',
        message: `${id} is not among what was shown`,
        because: chosen
          ? 'The user has chosen which entities the question is about, and this is none of them.'
          : onlyContext
            ? 'The settings allow only relations, classes and entities of the context.'
            : 'It may be right all the same, if the KB has it.',
        advice: 'Use what the context lists where it says the same.',
      },
    ];
  });
}
