/** The weights that `npm run generate -- linking` trains: of features, and how likely a word is part of a name. */
import weights from './linking-weights.json';
import type { LinkingWeights } from './rank-entities';

export const LINKING_WEIGHTS: LinkingWeights = weights;
