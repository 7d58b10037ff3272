/** The files of evaluations. */
export { runCommand, type EndedCommand } from '../adapters/command-child';
export { writeNamedFile } from '../adapters/files/atomic-write';
export { readReportText, readRunTexts, writeRunFiles } from '../adapters/runs/run-files';
export { RunFolder, RunFolderError } from '../adapters/runs/run-folder';
export { questionIn, traceIn } from '../adapters/runs/run-question';
export { manifestIn, RunReader } from '../adapters/runs/run-reader';
export { openRunRecord, type RunRecord } from '../adapters/runs/saved-run';
export { reportFolder } from '../adapters/runs/report-folder';
