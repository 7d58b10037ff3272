/** Checks texts as the extension does, with the bundled schema; a verifier that crashes fails the test. */
import { fileURLToPath } from 'node:url';
import { loadBundledSchema } from '../../server/src/adapters/bundled-schema';
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { Dialect } from '../../server/src/core/language/sparql/model';
import { applyEdits } from '../../server/src/core/language/text/edit';
import { checkDocument, type CheckOptions } from '../../server/src/core/check/check';
import { workingFixes } from '../../server/src/core/check/working-fixes';
import type { KbKnowledge } from '../../server/src/core/check/kb-knowledge';
import { summarizeFinding } from '../../server/src/core/check/finding-text';
import type { Finding } from '../../server/src/core/check/verifier';
import type { Severities } from '../../server/src/core/check/verify';
import { throwDefect } from '../../tools/throw-defect';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
export const SCHEMA_FILE = `${PROJECT}server/data/freebase.schema`;

let loaded: KbSchema | undefined;

export function freebase(): KbSchema {
  return (loaded ??= loadBundledSchema(SCHEMA_FILE));
}

export interface TestCheckOptions {
  readonly dialect?: Dialect;
  readonly schema?: KbSchema | undefined;
  readonly severities?: Severities;
  readonly kb?: KbKnowledge;
}

export function check(text: string, choices: TestCheckOptions = {}): readonly Finding[] {
  return checkDocument(text, optionsOf(choices)).findings;
}

/** Returns the findings with only the fixes that an editor offers. */
export function checkWithWorkingFixes(text: string, choices: TestCheckOptions = {}): readonly Finding[] {
  const options = optionsOf(choices);
  const checked = checkDocument(text, options);
  return checked.findings.map((finding) => ({ ...finding, fixes: workingFixes(checked, finding, options) }));
}

export function optionsOf(choices: TestCheckOptions): CheckOptions {
  return {
    dialect: choices.dialect ?? 'virtuoso',
    schema: 'schema' in choices ? choices.schema : freebase(),
    severities: choices.severities ?? {},
    ...(choices.kb && { kb: () => choices.kb }),
    onDefect: throwDefect,
  };
}

/** Formats a finding as one line, such as `error grounding 'ns:film.film.cast'`. */
export function findingLine(text: string, { severity, code, range }: Finding): string {
  return `${severity} ${code} ${quote(text.slice(range.start, range.end))}`;
}

export function findingLines(text: string, choices: TestCheckOptions = {}): readonly string[] {
  return check(text, choices).map((finding) => findingLine(text, finding));
}

/** Applies the first fix of a finding. */
export function afterFirstFix(text: string, finding: Finding): string {
  const [fix] = finding.fixes ?? [];
  if (!fix) throw new Error(`No fix: ${summarizeFinding(finding)}`);
  return applyEdits(text, fix.edits);
}

function quote(written: string): string {
  return `'${written.length > 80 ? `${written.slice(0, 77)}…` : written}'`;
}
