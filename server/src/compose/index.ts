/** Selects the adapters for schema, KB, model and linker. Code that runs at every start imports the single files, because this module loads all of them. */
export * from './files';
export * from './knowledge-bases';
export * from './linkers';
export * from './models';
export { serveDump, type ServeLine, type ServeOptions } from '../adapters/virtuoso/serve-dump';
export { reservePort } from '../adapters/virtuoso/virtuoso-process';
export * from './prompts';
export * from './runs';
export * from './schemas';
export * from './secrets';
export { fingerprintOfTrainedData, openRanker, openRetriever } from './trained-data';
