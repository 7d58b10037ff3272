/** Selects the adapters for schema, KB, model and linker. */
export { isConfirmed, rememberConfirmed } from '../adapters/confirmed-uses';
export * from './knowledge-bases';
export { fingerprintOfTrainedData, openRanker, openRetriever } from './trained-data';
export * from './linkers';
export * from './prompts';
export * from './models';
export * from './runs';
export * from './schemas';
