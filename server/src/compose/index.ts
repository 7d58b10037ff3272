/** Selects the adapters for schema, KB, model and linker. */
export { isConfirmed, rememberConfirmed } from '../adapters/confirmed-uses';
export * from './knowledge-bases';
export { fingerprintOfTrainedData, openRanker, openRetriever } from './trained-data';
export * from './linkers';
export * from './prompts';
export * from './models';
export { serveDump, type ServeOptions } from '../adapters/virtuoso/serve-dump';
export { runCommand, type CommandResult } from '../adapters/command-child';
export { writeNamedFile } from '../adapters/files/atomic-write';
export { detectDatasetFile, readDatasetFile } from '../adapters/runs/dataset-file';
export { manifestIn, RunReader } from '../adapters/runs/run-reader';
export { readSavedQuestion, readTrace, reportFolder, runStorage } from '../adapters/runs/saved-runs';
export { openReductionFolder } from '../adapters/runs/reduction-folder';
export { documentationFile, isExistingFile } from './paths';
export { cacheFolder as systemCacheFolder } from '../adapters/cache-folder';
export { schemaPageFolder, writeSchemaPage } from '../adapters/schema-page-files';
export * from './schemas';
export * from './secrets';
