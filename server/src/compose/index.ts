/** Chooses the adapters: which schema, KB, model and linker. */
export { isConfirmed, rememberConfirmed } from '../adapters/confirmed-uses';
export { askParts } from './asking';
export * from './knowledge-bases';
export { fingerprintOfLearnt, openRanker, openRetriever } from './learnt';
export * from './linkers';
export * from './model-words';
export * from './models';
export * from './runs';
export * from './schemas';
