import { t } from '../../shared/l10n';
import type { RepairEvent } from '../../../server/src/protocol/index';
import { plain } from './plain-text';

/** The settings of a running repair. */
export interface RepairContext {
  readonly rounds: number;
  readonly kb: string;
  readonly model?: string | undefined;
}

/** Describes the current step for each event; undefined for events without a step. */
export function progressOf(surroundings: RepairContext): (event: RepairEvent) => string | undefined {
  /** How much the model has written, which comes in parts. */
  let written: number | undefined;
  return (event) => {
    if (event.type === 'progress' && written !== undefined) {
      const before = Math.floor(written / STEP);
      written += event.message.length;
      const steps = Math.floor(written / STEP);
      return steps === before
        ? undefined
        : within(
            event.round,
            surroundings.rounds,
            t('{0} has written {1} characters', surroundings.model ?? t('the model'), steps * STEP),
          );
    }
    written = event.type === 'proposing' && event.by === 'model' ? 0 : undefined;
    return wordsFor(event, surroundings);
  };
}

const STEP = 100;

function wordsFor(event: RepairEvent, { rounds, kb, model }: RepairContext): string | undefined {
  switch (event.type) {
    case 'proposing':
      return within(event.round, rounds, doing(event.by, model));
    case 'proposed':
      return within(event.round, rounds, t('checking names and types'));
    case 'verified':
      return event.stage === 'schema' && !event.findings.some(isCertain)
        ? within(event.round, rounds, t('running on {0}', kb))
        : undefined;
    case 'executed':
      return within(event.round, rounds, t('checking the answer'));
    case 'read':
      return within(event.round, rounds, t('comparing with the question'));
    case 'feedback':
      return within(event.round, rounds, t('sending feedback to the model'));
    case 'trouble':
      return within(event.round, rounds, event.message);
    case 'progress':
      return within(event.round, rounds, event.message);
    case 'attempted':
    case 'decided':
      return undefined;
  }
}

function doing(by: 'input' | 'search' | 'model', model: string | undefined): string {
  switch (by) {
    case 'input':
      return t('checking the original query');
    case 'search':
      return t('searching without a model');
    case 'model':
      return t('asking {0}', model ?? t('the model'));
  }
}

const MAX = 80;

function within(round: number, rounds: number, what: string): string {
  const line = plain(what.replace(/\s+/g, ' ').trim());
  const short = line.length > MAX ? `${line.slice(0, MAX - 1)}…` : line;
  // A search and its like may come on top of the rounds that are set.
  return round < rounds
    ? t('Round {0} of {1}: {2}', round + 1, rounds, short)
    : t('Round {0}: {1}', round + 1, short);
}

function isCertain({ strength }: { readonly strength: string }): boolean {
  return strength === 'strong';
}
