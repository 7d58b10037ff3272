import type { RelationFeature } from './rank-relations';

/**
 * The weight of each feature. Type fit counts most, then usage, then the quality of the name match. The values were tuned
 * by hand on gold queries; `npm run corpus -- --completion` measures them. Weights fitted automatically to the same
 * queries gained little and did much worse on rare domains.
 */
export const WEIGHTS: Readonly<Partial<Record<RelationFeature, number>>> = {
  'match whole': 3,
  'match id': 2.8,
  'match last': 2.2,
  'match word': 1.6,
  'match meaning': 0.2,
  'match owner-word': 0.6,

  'subject same': 4,
  'subject related': 2.5,
  'subject together': 1,
  'subject unknown': 0.5,
  'subject strange': -0.5,
  'subject improbable': -3,
  'subject impossible': -6,
  own: 1.5,

  'object same': 4,
  'object related': 2.5,
  'object together': 1,
  'object unknown': 0.5,
  'object strange': -0.5,
  'object improbable': -3,
  'object impossible': -6,
  'leads to own': 1.5,

  // An id that a user writes is almost never that of a mediator.
  'entity of mediator': -6,

  // The kind of the range, given the role of the object in the query.
  'mediator for answer': -2.5,
  'mediator for entity': -4,
  'mediator for literal': -6,
  'mediator for measure': -4,
  'mediator for fresh': -0.7,
  'literal for entity': -6,
  'literal for joined': -2,
  'literal for measure': 1.5,
  'entity for literal': -6,
  'entity for measure': -3,

  // Multiplied by the share of its words that are in the question.
  'in question': 3,

  'per query level': 0.45,
  'per fact level': 0.15,
  domain: 0.5,
  back: -1,
  'there and back': -2,
  taken: -1.5,
  community: -1.2,
};
