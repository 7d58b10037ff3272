import type { Verifier } from '../verifier';
import { answerColumns } from './answer-columns';
import { topicEntitiesOf, type TopicEntity } from './topics';

/** The answer is not an entity that the query names. */
export const topicAnswer: Verifier<'answer'> = {
  code: 'qans',
  stage: 'answer',
  strength: 'weak',
  severity: 'warning',
  title: 'The answer is an entity of the question',
  about:
    'After a run: every answer is an entity that the query itself names, so the pattern leads back to where it starts. Not reported where there are other answers, where the query lets the variable choose between entities (VALUES, IN), beside a second column of entities, or for an answer that was cut off.',
  *verify({ query, schema, inference, run: { answer, incomplete } }) {
    if (incomplete) return;
    const columns = answerColumns(query, answer).filter(({ iris }) => iris.size > 0);
    const [column] = columns;
    if (!column || columns.length > 1 || column.others) return;
    const { variable, iris, range } = column;
    const topics = topicEntitiesOf(inference.scopes, schema);
    const named = [...iris].map((iri) => topics.get(iri));
    if (variable === undefined || !named.every((topic): topic is TopicEntity => topic !== undefined)) return;
    // A query that chooses between entities has to name them.
    const key = inference.scopes.answerNode(variable).key;
    if (named.some(({ variables }) => variables.has(key))) return;
    const ids = named.map(({ id }) => id).join(', ');
    yield {
      range,
      rule: 'topic-answer',
      message: `Every answer in ?${variable} is an entity that the query names: ${ids}`,
      because: `The pattern probably leads back to where it starts. FILTER(?${variable} != …) excludes it where there are other answers.`,
      advice: 'Select another variable, or check the direction of the relations.',
      related: named.map(({ id, term }) => ({ range: term.range, message: `The query names ${id} here` })),
    };
  },
};
