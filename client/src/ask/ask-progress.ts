import { plural, t } from '../../shared/l10n';
import type { AskEvent, AskTargetResult } from '../../../server/src/protocol/index';
import { withoutLinks } from '../repair/without-links';
import { repairProgressTexts } from '../repair/progress';

/** Progress texts of a question. This file does not import the editor, so that the texts can be tested. */

/** The question on one line, as it is sent and saved. Mentions are offsets into this text. */
export const normalizeQuestion = (question: string): string => question.replace(/\s+/g, ' ').trim();

type Target = Exclude<AskTargetResult, { readonly problem: string }>;

/** Describes the current step for each event; undefined for events without a step. */
export function askProgressTexts({ kb, model }: Target): (event: AskEvent) => string | undefined {
  const describeRepair = repairProgressTexts({ rounds: 0, kb, model: model?.name });
  let tried = 0;
  return (event) => {
    if (event.type === 'considered') tried += 1;
    return event.type === 'repair' ? describeRepair(event.event) : shorten(describeEvent(event, tried));
  };
}

function describeEvent(
  event: Exclude<AskEvent, { readonly type: 'repair' }>,
  tried: number,
): string | undefined {
  switch (event.type) {
    case 'began':
      return t('Looking for names in the question ({0})', event.strategy);
    case 'linked':
      return describeEntities(event.linking.entities.map(({ name }) => name));
    case 'progress':
      return event.message;
    case 'candidates':
      return plural(event.count, '{0} candidate query', '{0} candidate queries');
    case 'considered':
      return plural(tried, '{0} query tried', '{0} queries tried');
    case 'thought':
      return t('The model replied: {0}', event.purpose);
    case 'fell-back':
      return t('{0} gave no answer, trying {1}', event.from, event.to);
    case 'trouble':
      return event.message;
    case 'decided':
      return undefined;
  }
}

const MAX_NAMES = 3;

function describeEntities(names: readonly string[]): string {
  if (names.length === 0) return t('No known name in the question');
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? t('Found {0} and others', shown) : t('Found {0}', shown);
}

const MAX_LENGTH = 100;

function shorten(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const line = withoutLinks(normalizeQuestion(text));
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}
