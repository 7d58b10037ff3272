/** The one place that reads settings and picks adapters. */
export { isConfirmed, rememberConfirmed } from './adapters/confirmed-uses';
export { askParts } from './compose/asking';
export * from './compose/knowledge-bases';
export { fingerprintOfLearnt, openRanker, openRetriever } from './compose/learnt';
export * from './compose/linkers';
export * from './compose/model-words';
export * from './compose/models';
export * from './compose/runs';
export * from './compose/schemas';
