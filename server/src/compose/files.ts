/** The files that the program writes for itself and for the user. */
export { cacheFolder as systemCacheFolder } from '../adapters/cache-folder';
export { isConfirmed, rememberConfirmed } from '../adapters/confirmed-uses';
export { describeReadError, describeWriteError } from '../adapters/file-errors';
export { writeNamedFile } from '../adapters/files/atomic-write';
export { schemaPageFolder, writeSchemaPage } from '../adapters/schema-page-files';
