import { describe, expect, it } from 'vitest';
import { createCandidate } from '../../server/src/core/candidates/enumerate/candidate';
import { contradictsVoice } from '../../server/src/core/candidates/rank/voice';
import { freebase } from '../support/check';
import { linkedEntity } from '../support/linked-entity';

const BY = 'influence.influence_node.influenced_by';
const ACTIVE = 'influence.influence_node.influenced';

describe('The direction of a relation contradicts the voice of the verb', () => {
  it.each([
    ['Who was influenced by Plato?', BY, false, true],
    ['Who was influenced by Plato?', BY, true, false],
    ['Who was influenced by Plato?', ACTIVE, false, false],
    ['Who was Plato influenced by?', BY, false, false],
    ['Who was Plato influenced by?', ACTIVE, false, true],
    ['Who did Plato influence?', BY, false, true],
    ['Who did Plato influence?', ACTIVE, false, false],
    ['Who influenced Plato?', BY, false, false],
    ['Who influenced Plato?', BY, true, true],
    ['Which films were directed by Plato?', 'film.director.film', false, false],
    ['Which films were directed by Plato?', 'film.film.directed_by', true, false],
    ['Who directed Plato?', 'film.film.directed_by', false, false],
    ['Who founded Plato?', 'organization.organization_founder.organizations_founded', false, true],
    ['Who founded Plato?', 'organization.organization.founders', false, false],
    [
      'Which companies did Plato found?',
      'organization.organization_founder.organizations_founded',
      false,
      false,
    ],
    ['What currency does Plato use?', 'location.country.currency_used', false, false],
    ['Who inspired Plato?', BY, true, true],
    ['Who was inspired by Plato?', BY, true, false],
    ['Whom did Plato inspire?', BY, false, true],
    ['Did Titanic direct Plato?', 'film.director.film', false, true],
    ['Did Nolan influence Plato?', BY, false, false],
    // The verb is not in the question, or it is not beside the name.
    ['Who admired Plato?', BY, true, false],
    ['Plato, who influenced whom?', BY, true, false],
    ['Who did the teacher of Plato influence?', BY, false, false],
  ])('%s by %s, reversed: %s', (question, relation, reverse, contradicts) => {
    const start = linkedEntity(question, 'Plato');
    const candidate = createCandidate({ start, hops: [{ relation, reverse }] });
    expect(contradictsVoice({ text: question }, candidate, freebase())).toBe(contradicts);
  });
});
