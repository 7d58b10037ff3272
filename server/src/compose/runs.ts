/** The files of evaluations. */
export { runCommand, type EndedCommand } from '../adapters/command-child';
export { writeNamedFile } from '../adapters/files/atomic-write';
export { readReportText, readRunTexts, writeRunFiles } from '../adapters/run-files';
export { RunFolder, RunFolderError } from '../adapters/run-folder';
export { questionIn, traceIn } from '../adapters/run-question';
export { manifestIn, RunReader } from '../adapters/run-reader';
export { openRunRecord, type RunRecord } from '../adapters/run-record';
export { reportFolder } from '../adapters/run/report-folder';
