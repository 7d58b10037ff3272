/** Reads the settings of a command: those of the editor that started it, or the nearest .vscode/settings.json. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { LineIndex } from '../core/language/text/line-index';
import { defaultSettings, parseSettings, type Settings } from '../settings/settings';
import { printError } from './terminal';
import { HTTP_VARIABLE, SETTINGS_VARIABLE } from '../core/language/text/environment-variables';

interface FoundSettings {
  readonly settings: Settings;
  /** The base of relative paths in the settings. */
  readonly folder: string;
  /** The settings file of the folder; absent if the settings come from the editor or are the defaults. */
  readonly file?: string;
}

export function findSettings(start: string): FoundSettings {
  const fromEditor = parseVariable(SETTINGS_VARIABLE);
  // The editor has already reported their problems and checked that the folder is trusted.
  if (fromEditor !== undefined) return { settings: parseSettings(fromEditor).settings, folder: start };
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, '.vscode', 'settings.json');
    if (existsSync(file)) return { settings: limitBudget(readSettings(file), file), folder, file };
    if (dirname(folder) === folder) return { settings: defaultSettings, folder: start };
  }
}

/** Reads the editor's format: JSON with comments, and names with the prefix `funfusic.`. */
function readSettings(file: string): Settings {
  const text = readFileSync(file, 'utf8');
  const errors: ParseError[] = [];
  const all: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first)
    printError(
      `${basename(file)}: Invalid JSON at line ${new LineIndex(text).lineOf(first.offset) + 1} (${printParseErrorCode(first.error)}). Settings after this line may be ignored.`,
    );
  const section = Object.fromEntries(
    Object.entries(typeof all === 'object' && all !== null ? all : {})
      .filter(([name]) => name.startsWith('funfusic.'))
      .map(([name, value]) => [name.slice('funfusic.'.length), value as unknown]),
  );
  const { settings, problems } = parseSettings(section);
  for (const problem of problems) printError(`${basename(file)}: ${problem}`);
  return settings;
}

/** A folder may lower the budget of a query but not raise it. 0 means unlimited. */
function limitBudget(settings: Settings, file: string): Settings {
  const { budget } = settings.repair;
  const limits = defaultSettings.repair.budget;
  const raised = (['calls', 'tokens', 'money'] as const).filter(
    (name) => limits[name] > 0 && (budget[name] === 0 || budget[name] > limits[name]),
  );
  for (const name of raised)
    printError(
      `${basename(file)}: funfusic.repair.budget.${name} is ${budget[name] === 0 ? '0 (no limit)' : budget[name]}. On the command line a folder cannot raise it: ${limits[name]} is used.`,
    );
  const lowered = Object.fromEntries(raised.map((name) => [name, limits[name]]));
  return { ...settings, repair: { ...settings.repair, budget: { ...budget, ...lowered } } };
}

/** Whether the user sees messages in the editor and not on a command line. */
export const isStartedByEditor = (): boolean => process.env[SETTINGS_VARIABLE] !== undefined;

/** The section `http` of the editor's settings. */
export const editorHttp = (): Promise<unknown> => Promise.resolve(parseVariable(HTTP_VARIABLE));

function parseVariable(variable: string): unknown {
  const text = process.env[variable];
  return text === undefined ? undefined : (parse(text) as unknown);
}
