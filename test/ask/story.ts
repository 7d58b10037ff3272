/** Plays an end-to-end story of a question from a file. */
import { join } from 'node:path';
import { askParts } from '../../server/src/compose/index';
import { defaultAskSettings } from '../../server/src/settings/ask-settings';
import { openWordVectors } from '../../server/src/adapters/word-vectors';
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { memoizeWeak } from '../../server/src/core/language/text/cache';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { ask } from '../../server/src/core/ask/ask';
import type { AskEvent, AskTrace } from '../../server/src/core/ask/ask-events';
import type { AskOptions, AskPorts, AskTask } from '../../server/src/core/ask/ask-ports';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import type { RepairPorts } from '../../server/src/core/repair/repair-ports';
import { schemaRetriever } from '../../server/src/core/question/retrieval/schema-retriever';
import { sampleTurtle } from '../../tools/store-kb';
import { describe as describeRepair, OPTIONS } from '../repair/story';
import { freebase } from '../support/check';
import { playStory, withoutPort, type Story, type StoryOutcome } from '../support/story';

export interface AskStory extends Story {
  readonly question: string;
  /** The IDs that the user has chosen. */
  readonly entities?: readonly string[];
  /** Facts in Turtle instead of the sample KB. */
  readonly only?: string;
  readonly options?: Partial<AskOptions>;
  /** A file of word vectors instead of the bundled one. */
  readonly vectors?: string;
}

const turtle = sampleTurtle(join(import.meta.dirname, '..', '..'));

export function play(story: AskStory): Promise<StoryOutcome<AskTrace>> {
  return playStory(story, {
    kb:
      story.only === undefined
        ? { name: 'sample', turtle, complete: false }
        : { name: 'Tests', turtle: story.only, complete: true },
    begin: (ports, signal) =>
      ask(taskOf(story), portsOf(story, ports), { ...ASK_OPTIONS, ...story.options }, signal),
    // Which forms fun-fusic shows to the model changes with the trained weights.
    describe: (event) =>
      story.options?.strategy === 'fun-fusic' && event.type === 'considered' && event.considered.path
        ? undefined
        : describe(event),
  });
}

/** The linker reads all names of a KB once for each directory, so stories with the same KB share one for linking. */
const linkedDirectory = memoizeWeak(
  (kb: KnowledgeBase) => new EntityDirectory(kb, { schema: freebase(), language: 'en' }),
);

function portsOf({ vectors }: AskStory, ports: RepairPorts): AskPorts {
  const { schema, kb } = ports;
  if (!schema || !kb) throw new Error('A question needs a schema and a KB.');
  return {
    ...ports,
    schema,
    kb,
    ...askParts(kb.kb, { schema, directory: linkedDirectory(kb.kb), config: undefined, language: 'en' }),
    ...(vectors !== undefined && { retriever: schemaRetriever(schema, openWordVectors(vectors)) }),
  };
}

const { caps, ...SETTINGS } = defaultAskSettings;

export const ASK_OPTIONS: AskOptions = {
  ...OPTIONS,
  ...SETTINGS,
  caps: { queries: caps.queries, milliseconds: caps.seconds * 1000 },
};

function taskOf({ question, entities }: AskStory): AskTask {
  return {
    question,
    ...(entities && { entities: entities.map((id) => ({ iri: FREEBASE + id })) }),
  };
}

/** Formats an event as one line; undefined for events that stories do not check. */
export function describe(event: AskEvent): string | undefined {
  switch (event.type) {
    case 'began':
      return `${event.strategy}: ${event.question}`;
    case 'linked': {
      const { entities, literals } = event.linking;
      const values = literals.map(({ kind, value, comparison }) =>
        `${comparison ?? ''} ${kind} ${value}`.trim(),
      );
      return ['linked', entities.length ? '' : ' nothing', ...values.map((value) => `, ${value}`)].join('');
    }
    case 'progress':
      return `progress: ${event.message}`;
    case 'candidates':
      return `candidates: ${event.best[0] ?? 'none'}`;
    case 'considered': {
      const { path, query, answers } = event.considered;
      return `considered ${path ?? oneLine(query)}: ${answers?.join(', ') ?? 'not run'}`;
    }
    case 'thought':
      return `${event.purpose}: ${event.text}`;
    case 'repair': {
      const line = describeRepair(event.event);
      // The retrieved context changes with the trained weights.
      if (line === undefined || /weak grounding \(outside-context\)$/.test(line)) return undefined;
      return `repair ${line.replace(/ Nearest: .*$/, '')}`;
    }
    case 'fell-back':
      return `${event.from} → ${event.to}: ${withoutPort(event.why)}`;
    case 'trouble':
      return `trouble: ${withoutPort(event.message)}`;
    case 'decided': {
      const { kind, level, answers, explanation, missing } = event.result;
      if (kind === 'answer') return `answer: ${answers.map(({ name }) => name).join(', ')}`;
      const lack = missing ? ` Missing: ${missing.join(' | ')}.` : '';
      return `${kind}${level === undefined ? '' : ` (${level})`}: ${withoutPort(explanation)}${lack}`;
    }
  }
}

function oneLine(query: string): string {
  return query
    .replace(/PREFIX [^>]*>\s*/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
