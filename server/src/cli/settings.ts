/** The settings of a command: those of the editor that started it, or of the nearest .vscode/settings.json. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { LineIndex } from '../core/language/text/line-index';
import { defaultSettings, parseSettings, type Settings } from '../settings/settings';
import { printError } from './terminal';
import { HTTP_VARIABLE, SETTINGS_VARIABLE } from '../core/language/text/command-variables';

interface FoundSettings {
  readonly settings: Settings;
  /** What relative paths of the settings start from. */
  readonly folder: string;
  /** The file of the folder that they come from; undefined where they are the user's own. */
  readonly file?: string;
}

export function settingsAbove(start: string): FoundSettings {
  const ofEditor = editorSettings();
  // The editor has reported its problems already, and has asked whether the folder is trusted.
  if (ofEditor !== undefined) return { settings: parseSettings(ofEditor).settings, folder: start };
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, '.vscode', 'settings.json');
    if (existsSync(file)) return { settings: withinBudget(readSettings(file), file), folder, file };
    if (dirname(folder) === folder) return { settings: defaultSettings, folder: start };
  }
}

/** Written as the editor writes them, with comments and with `funfusic.` before every name. */
function readSettings(file: string): Settings {
  const text = readFileSync(file, 'utf8');
  const errors: ParseError[] = [];
  const all: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first)
    printError(
      `${basename(file)}: Invalid JSON at line ${new LineIndex(text).lineOf(first.offset) + 1} (${printParseErrorCode(first.error)}). Settings after this line may be ignored.`,
    );
  const ours = Object.fromEntries(
    Object.entries(typeof all === 'object' && all !== null ? all : {})
      .filter(([name]) => name.startsWith('funfusic.'))
      .map(([name, value]) => [name.slice('funfusic.'.length), value as unknown]),
  );
  const { settings, problems } = parseSettings(ours);
  for (const problem of problems) printError(`${basename(file)}: ${problem}`);
  return settings;
}

/** A folder may lower what a query may spend, and never raise it. 0 is no limit. */
function withinBudget(settings: Settings, file: string): Settings {
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

/** Its section `funfusic`; undefined where nobody says anything, so that a folder's own file counts. */
const editorSettings = (): unknown => sectionIn(SETTINGS_VARIABLE);

/** Whoever reads what we say is there, and not at a command line. */
export const isStartedByEditor = (): boolean => process.env[SETTINGS_VARIABLE] !== undefined;

/** Its section `http`. */
export const editorHttp = (): Promise<unknown> => Promise.resolve(sectionIn(HTTP_VARIABLE));

function sectionIn(variable: string): unknown {
  const text = process.env[variable];
  return text === undefined ? undefined : (parse(text) as unknown);
}
