import { t } from '../../shared/l10n';
import type { RepairEvent } from '../../../server/src/protocol/index';
import { withoutLinks } from './without-links';

/** The settings of a running repair. */
export interface RepairContext {
  readonly rounds: number;
  readonly kb: string;
  readonly model?: string | undefined;
}

/** Describes the current step for each event; undefined for events without a step. */
export function repairProgressTexts(context: RepairContext): (event: RepairEvent) => string | undefined {
  /** The number of characters that the model has written so far, while it is writing. */
  let written: number | undefined;
  return (event) => {
    if (event.type === 'progress' && written !== undefined) {
      const before = Math.floor(written / STEP);
      written += event.message.length;
      const steps = Math.floor(written / STEP);
      return steps === before
        ? undefined
        : inRound(
            event.round,
            context.rounds,
            t('{0} has written {1} characters', context.model ?? t('the model'), steps * STEP),
          );
    }
    written = event.type === 'proposing' && event.by === 'model' ? 0 : undefined;
    return describeEvent(event, context);
  };
}

/** Characters between two reports of a model's reply. */
const STEP = 100;

function describeEvent(event: RepairEvent, { rounds, kb, model }: RepairContext): string | undefined {
  switch (event.type) {
    case 'proposing':
      return inRound(event.round, rounds, describeProposer(event.by, model));
    case 'proposed':
      return inRound(event.round, rounds, t('checking names and types'));
    case 'verified':
      return event.stage === 'schema' && !event.findings.some(({ strength }) => strength === 'strong')
        ? inRound(event.round, rounds, t('running on {0}', kb))
        : undefined;
    case 'executed':
      return inRound(event.round, rounds, t('checking the answer'));
    case 'read':
      return inRound(event.round, rounds, t('comparing with the question'));
    case 'feedback':
      return inRound(event.round, rounds, t('sending feedback to the model'));
    case 'trouble':
      return inRound(event.round, rounds, event.message);
    case 'progress':
      return inRound(event.round, rounds, event.message);
    case 'attempted':
    case 'decided':
      return undefined;
  }
}

function describeProposer(by: 'input' | 'search' | 'model', model: string | undefined): string {
  switch (by) {
    case 'input':
      return t('checking the original query');
    case 'search':
      return t('searching without a model');
    case 'model':
      return t('asking {0}', model ?? t('the model'));
  }
}

const MAX_LENGTH = 80;

function inRound(round: number, rounds: number, step: string): string {
  const line = withoutLinks(step.replace(/\s+/g, ' ').trim());
  const short = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
  // A search can add rounds to those of the settings.
  return round < rounds
    ? t('Round {0} of {1}: {2}', round + 1, rounds, short)
    : t('Round {0}: {1}', round + 1, short);
}
