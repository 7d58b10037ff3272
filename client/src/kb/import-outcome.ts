import { basename } from 'node:path';
import { plural, t } from '../../shared/l10n';
import type { TestResult } from '../../../server/src/protocol/index';
import { withoutLinks } from '../repair/without-links';

/** The message after an import. This file does not import the editor, so that the texts can be tested. */
export interface ImportMessage {
  readonly level: 'information' | 'warning' | 'error';
  readonly message: string;
  /** Whether the dump does not fit the embedded engine. */
  readonly isTooLarge?: true;
  /** The file to open, if it is a text, and the line of the problem, from 1. */
  readonly place?: { readonly file: string; readonly line: number };
}

export function importMessage(
  name: string,
  { works, lines, skipped = [] }: TestResult,
  files: readonly string[],
): ImportMessage {
  if (!works) {
    const reason = lines.at(-1) ?? t('The test did not finish.');
    if (/is too large for the embedded engine/.test(reason))
      return {
        level: 'error',
        message: t('{0} was not imported. {1}', name, withoutLinks(reason)),
        isTooLarge: true,
      };
    return {
      level: 'error',
      message: t('{0} was not imported. {1}', name, withoutLinks(reason)),
      ...placeOf(failedFile(reason, files), Number(/\bline (\d+)/i.exec(reason)?.[1] ?? 1)),
    };
  }
  const [first] = skipped;
  if (!first)
    return { level: 'information', message: t('{0} is ready: all of its facts were imported.', name) };
  const count = skipped.reduce((sum, { lines: some }) => sum + some, 0);
  const where = t('line {0} of {1}', first.first.toLocaleString(), basename(first.file));
  return {
    level: 'warning',
    message: [
      plural(
        count,
        '{1} is incomplete: 1 line was skipped because it is not a fact.',
        '{1} is incomplete: {0} lines were skipped because they are not facts.',
        name,
      ),
      first.text
        ? t('The first is {0}: {1}', where, withoutLinks(first.text))
        : t('The first is {0}.', where),
    ].join(' '),
    ...placeOf(first.file, first.first),
  };
}

/** A compressed file cannot be opened as a text. */
function placeOf(file: string | undefined, line: number): Pick<ImportMessage, 'place'> {
  return file === undefined || file.endsWith('.gz') ? {} : { place: { file, line } };
}

/** The file that the reason names. */
function failedFile(reason: string, files: readonly string[]): string | undefined {
  return files.find((file) => reason.includes(basename(file))) ?? files[0];
}
