/** The files of evaluations. */
export { runCommand, type EndedCommand } from '../adapters/command-child';
export { writeNamedFile } from '../adapters/files/atomic-write';
export { readDatasetFile } from '../adapters/runs/dataset-file';
export { manifestIn, RunReader } from '../adapters/runs/run-reader';
export { readSavedQuestion, readTrace, reportFolder, runStorage } from '../adapters/runs/saved-runs';
export { openReductionFolder } from '../adapters/runs/reduction-folder';
