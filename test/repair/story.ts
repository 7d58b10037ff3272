/** Runs an end-to-end repair that is described in a file. */
import { readFileSync } from 'node:fs';
import type { Execution } from '../../server/src/core/kb/knowledge-base';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { repair } from '../../server/src/core/repair/repair';
import type { RepairEvent, RepairTrace } from '../../server/src/core/repair/repair-events';
import type { RepairOptions } from '../../server/src/core/repair/repair-ports';
import {
  playStory,
  withoutPort,
  withoutPrefix,
  withPrefix,
  type StoryRunner,
  type Story,
  type StoryOutcome,
} from '../support/story';

export interface RepairStory extends Story {
  readonly question?: string;
  readonly query?: string | readonly string[];
  readonly options?: Partial<RepairOptions>;
}

const turtle = readFileSync(new URL('facts.ttl', import.meta.url), 'utf8');

export function play(
  story: RepairStory,
  more: Pick<StoryRunner<RepairEvent, RepairTrace>, 'around'> = {},
): Promise<StoryOutcome<RepairTrace>> {
  const { query, question, options } = story;
  const task = {
    ...(query !== undefined && { query: withPrefix([query].flat().join('\n')) }),
    ...(question !== undefined && { question }),
  };
  return playStory(story, {
    kb: { name: 'Tests', turtle, complete: true },
    begin: (ports, signal) => repair(task, ports, { ...OPTIONS, ...options }, signal),
    describe,
    ...more,
  });
}

export const OPTIONS: RepairOptions = {
  dialect: 'virtuoso',
  severities: {},
  rounds: 3,
  search: false,
  onlyContext: false,
  exemplars: 3,
  limits: { timeoutMs: 10_000, maxRows: 100 },
};

/** Formats an event as one line; undefined for progress and for checks without findings. */
export function describe(event: RepairEvent): string | undefined {
  switch (event.type) {
    case 'progress':
    case 'attempted':
      return undefined;
    case 'proposing':
      return `${event.round} ${event.by} proposes`;
    case 'proposed':
      return `${event.round} ${event.by}: ${bare(event.query)}`;
    case 'verified':
      return event.findings.length
        ? `${event.round} ${event.stage}: ${event.findings.map(({ strength, code, rule }) => `${strength} ${code}${rule === undefined ? '' : ` (${rule})`}`).join(', ')}`
        : undefined;
    case 'executed':
      return `${event.round} ${outcome(event.execution)}`;
    case 'read':
      return `${event.round} reads "${event.reading.question}": ${event.agreement.verdict} (${event.agreement.by})`;
    case 'feedback':
      return `${event.round} feedback: ${event.text.split('\n')[0] ?? ''}`;
    case 'trouble':
      return `trouble: ${withoutPort(event.message)}`;
    case 'decided': {
      const { kind, level, round, basis, support, explanation, missing, nearest } = event.result;
      const votes = support ? ` ${support.agreeing}/${support.of}` : '';
      const lack = missing
        ? ` Missing: ${missing.join(' | ')}. Nearest: ${(nearest ?? []).join(' | ')}.`
        : '';
      return `${kind}${level === undefined ? '' : ` (${level})`} ${round} by ${basis}${votes}: ${withoutPort(explanation)}${lack}`;
    }
  }
}

function bare(query: string): string {
  return withoutPrefix(query).replace(/\s+/g, ' ').trim();
}

function outcome(execution: Execution): string {
  if (execution.status !== 'answered') return `${execution.status}: ${withoutPort(execution.message)}`;
  const { answer } = execution;
  if (answer.kind !== 'table')
    return `answered: ${answer.kind === 'boolean' ? String(answer.value) : answer.kind}`;
  const rows = answer.rows.map((row) =>
    row.map((term) => term?.value.replace(FREEBASE, '') ?? '–').join(' '),
  );
  return `answered: ${rows.join(', ') || 'nothing'}`;
}
