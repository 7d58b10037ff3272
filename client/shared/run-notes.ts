/** The notes about a run. Each fact is stated once: text that the page shows instead of a table is not also a note. */
import type { Remark } from '../../server/src/protocol/index';
import { t } from './l10n';
import type { RunHead } from './messages';

export interface RunNote {
  readonly severity: NonNullable<Remark['severity']>;
  readonly message: string;
  readonly details: string;
  /** The code of a finding. */
  readonly code?: string;
}

export function notesOf(run: RunHead): readonly RunNote[] {
  const { execution, remarks } = run;
  const notes: RunNote[] = [];
  if (execution.status === 'answered' && execution.incomplete && !isEmpty(run))
    notes.push({
      severity: 'warning',
      message: t('This answer is incomplete.'),
      details: execution.incomplete.message,
    });
  const empty = emptyRemark(run);
  for (const remark of remarks) {
    const { severity = 'information', because, advice, code } = remark;
    const message = asSentence(remark.message);
    const details = [because, advice].filter((text) => text !== '' && asSentence(text) !== message).join(' ');
    const isStated = notes.some((note) => note.message === message && note.details === details);
    if (remark !== empty && !isStated) notes.push({ severity, message, details, code });
  }
  return notes;
}

/** The remark that the answer is empty; undefined if there are rows. */
export const emptyRemark = (run: RunHead): Remark | undefined =>
  isEmpty(run) ? run.remarks.find(({ code }) => code === 'egf') : undefined;

const isEmpty = ({ execution }: RunHead): boolean =>
  execution.status === 'answered' && 'total' in execution.answer && execution.answer.total === 0;

/** Messages of findings have no full stop, and details follow. */
const asSentence = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);
