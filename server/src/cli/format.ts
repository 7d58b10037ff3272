/** `funfusic format`: formats queries in files. */
import { defaultFormat, formatQueries, type FormatOptions } from '../core/edit/format/format';
import { KEYWORD_CASES } from '../core/edit/format/keyword-case';
import { parseDocument } from '../core/language/sparql/parse';
import { applyEdits } from '../core/language/text/edit';
import { LineIndex } from '../core/language/text/line-index';
import { defaultSettings } from '../settings/settings';
import { choiceOption, UsageError, type Command, type ParsedArguments } from './arguments';
import { printError } from './terminal';
import { type NamedText, readFiles, rewriteFile, STDIN } from './files';

export const formatCommand: Command = {
  name: 'format',
  summary: 'format SPARQL queries',
  synopsis: ['[OPTIONS] FILES…'],
  positionals: {
    'FILES…':
      '.rq or .sparql files, or folders of them, which are changed in place; - formats standard input to standard output',
  },
  options: {
    check: { help: 'change nothing; list the files that are not formatted' },
    indent: { value: 'WIDTH', help: 'spaces per level, 2 by default; 0 for a tab' },
    keywords: { value: 'CASE', help: 'upper (default), lower or keep' },
  },
  notes: [
    'A file with a query that does not parse is not changed.',
    'Exit status: 0 all files are formatted, 1 some are not (with --check), 2 the command could not run, or a query does not parse.',
  ],
  run: format,
};

function format({ options, positionals }: ParsedArguments): number {
  const style = parseStyle(options);
  if (!positionals.length) throw new UsageError('No files named.', { showHelp: true });
  const { files, unreadable } = readFiles(positionals);
  const outcomes = files.map((file) => formatFile(file, style, { writes: !options.has('check') }));
  if (unreadable.length || outcomes.includes('failed')) return 2;
  return options.has('check') && outcomes.includes('changed') ? 1 : 0;
}

function parseStyle(options: ReadonlyMap<string, string>): FormatOptions {
  const indent = options.get('indent') ?? String(defaultFormat.tabSize);
  if (!/^\d$/.test(indent)) throw new UsageError(`--indent is "${indent}"; it can be a number from 0 to 9.`);
  return {
    ...defaultFormat,
    tabSize: Number(indent) || defaultFormat.tabSize,
    insertSpaces: indent !== '0',
    keywordCase: choiceOption(options, 'keywords', KEYWORD_CASES, defaultSettings.keywordCase),
  };
}

function formatFile(
  file: NamedText,
  style: FormatOptions,
  { writes }: { readonly writes: boolean },
): 'same' | 'changed' | 'failed' {
  const { name, text } = file;
  // Extensions of Virtuoso are formatted too.
  const queries = parseDocument(text, 'virtuoso');
  const broken = queries.find(({ parses, tokens }) => !parses && tokens.length > 0);
  const { edits, defect } = broken ? { edits: [], defect: undefined } : formatQueries(text, queries, style);
  const result = applyEdits(text, edits);
  if (writes && name === STDIN) process.stdout.write(result);
  if (broken) {
    const [problem] = broken.problems;
    const { line, character } = new LineIndex(text).positionOf(problem?.range.start ?? broken.range.start);
    printError(
      `${name}:${line + 1}:${character + 1}: ${problem?.message ?? 'This does not parse'}; not changed.`,
    );
    return 'failed';
  }
  if (defect !== undefined) {
    printError(`${name}: ${defect}`);
    return 'failed';
  }
  if (result === text) return 'same';
  return writes ? writeResult(file, result) : reportUnformatted(name);
}

function writeResult(file: NamedText, after: string): 'changed' | 'failed' {
  if (file.name === STDIN) return 'changed';
  const problem = rewriteFile(file, after);
  if (problem === undefined) return 'changed';
  printError(problem);
  return 'failed';
}

function reportUnformatted(name: string): 'changed' {
  process.stdout.write(`${name}\n`);
  return 'changed';
}
