/** What `npm run generate -- linking` has learnt: weights of features, and how likely a word is a part of a name. */
import learnt from './learnt.json';
import type { Learnt } from './rank-entities';

export const LEARNT: Learnt = learnt;
