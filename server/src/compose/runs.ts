/** The saved runs of evaluations, and the datasets that they ask. */
export { runCommand, type CommandResult } from '../adapters/command-child';
export { detectDatasetFile, readDatasetFile } from '../adapters/runs/dataset-file';
export { openReductionFolder } from '../adapters/runs/reduction-folder';
export { manifestIn, RunReader } from '../adapters/runs/run-reader';
export { readSavedQuestion, readTrace, reportFolder, runStorage } from '../adapters/runs/saved-runs';
