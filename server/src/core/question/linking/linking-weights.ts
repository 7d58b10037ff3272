/** The trained weights of entity linking. */
import weights from './linking-weights.json';
import type { LinkingWeights } from './rank-entities';

export const LINKING_WEIGHTS: LinkingWeights = weights;
