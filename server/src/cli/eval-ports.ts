/** Opens the schema, the KB, the model and the prompts, which all runs of a command share. */
import { performance } from 'node:perf_hooks';
import {
  fingerprintOfPrompts,
  fingerprintOfTrainedData,
  fingerprintOfSchema,
  linkerFactory,
  loadSchema,
  openRanker,
  openRetriever,
  describeKbSource,
} from '../compose/index';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import { EntityDirectory } from '../core/query/entity-directory';
import type { EvalParts } from '../evaluation/answer-question';
import type { EvaluationContext, LivePorts, RunModel } from '../evaluation/plan';
import { liveServices } from '../evaluation/record/services';
import { toAskOptions } from '../settings/work-options';
import { unwrap, UsageError } from './arguments';
import { printDefect } from './terminal';
import { whyUnreachable, type NamedKbs } from './knowledge-base';
import { confirmUses, openRunModel } from './model';
import { openPromptSources } from './model-options';

export interface ContextOptions {
  /** Absent if no requests may be sent. */
  readonly live?: {
    readonly kb: string | undefined;
    /** KBs with the same facts, which share the questions. */
    readonly otherKbs: readonly string[];
    /** The options that choose a model. */
    readonly model: ReadonlyMap<string, string>;
    readonly timeoutMs: number;
  };
  readonly withModel: boolean;
  /** A path; empty for the bundled schema. */
  readonly schemaFile: string;
  /** The language tag of names. */
  readonly language: string;
}

export function openContext(
  kbs: NamedKbs,
  { live, withModel, schemaFile: requestedFile, language }: ContextOptions,
): EvaluationContext {
  const { settings, folder } = kbs;
  if (live)
    for (const kb of [live.kb ?? settings.knowledgeBase, ...live.otherKbs]) confirmUses(kbs, kb, live.model);
  const { schema, status, file: schemaFile } = loadSchema(requestedFile, folder);
  if (!schema) throw new UsageError('There is no KB schema. Check funfusic.schema.file.');
  if (status.state !== 'none' && status.problem !== undefined)
    throw new UsageError(`${status.problem} Name another schema with --schema.`);
  const model = live && openRunModel(live.model, kbs);
  return {
    defaults: { ask: toAskOptions(settings), budget: settings.repair.budget },
    schemaFile,
    language,
    schema: {
      name: schema.name,
      relations: schema.relationCount,
      types: schema.typeCount,
      ...(schemaFile !== undefined && { fingerprint: fingerprintOfSchema(schemaFile) }),
    },
    learnt: fingerprintOfTrainedData(),
    words: fingerprintOfPrompts(settings.promptsFolder, settings.exemplars.file, folder),
    parts: {
      schema,
      reading: { schema, language },
      retriever: openRetriever(schema),
      ranker: openRanker(),
      ...((withModel || model) && { promptSources: openPromptSources(kbs) }),
      now: () => performance.now(),
      onDefect: printDefect,
    },
    live: live && openLivePorts(kbs, live, model, { schema, language }),
  };
}

function openLivePorts(
  kbs: NamedKbs,
  { kb: named, otherKbs, timeoutMs }: NonNullable<ContextOptions['live']>,
  model: RunModel | undefined,
  reading: { readonly schema: EvalParts['schema']; readonly language: string },
): LivePorts {
  const first = named ?? kbs.settings.knowledgeBase;
  let today = new Date();
  const opened = [first, ...otherKbs].map((name) =>
    openEvalKb(name, kbs, { reading, timeoutMs, today: () => today }),
  );
  const [main] = opened;
  if (!main) throw new Error('There is always a KB.');
  const different = opened.findIndex(({ kb }) => kb.complete !== main.kb.complete);
  if (different > 0)
    throw new UsageError(
      `${otherKbs[different - 1]} and ${first} cannot share the questions: only one of them is marked as complete.`,
    );
  let questions = 0;
  return {
    kb: { name: main.kb.name, complete: main.kb.complete, from: main.from },
    kbCount: opened.length,
    model,
    prepare: async (date, onStep, signal) => {
      today = new Date(date);
      for (const { kb, linkers } of opened) {
        await kb.prepare?.(onStep, signal);
        await linkers().prepare?.((message) => onStep({ message }), signal);
      }
    },
    whyUnreachable: async (signal) => {
      for (const { kb } of opened) {
        const why = await whyUnreachable(kb, timeoutMs, signal);
        if (why !== undefined) return why;
      }
      return undefined;
    },
    servicesFor: (model, date) => {
      const { kb, linkers } = opened[questions++ % opened.length] ?? main;
      const services = liveServices({
        kb,
        linker: linkers(),
        reading,
        ...(model && { model }),
        date,
        now: () => performance.now(),
      });
      // The record names one KB, whichever answers.
      return { ...services, kb: { name: main.kb.name, complete: main.kb.complete } };
    },
  };
}

function openEvalKb(
  name: string,
  kbs: NamedKbs,
  {
    reading,
    ...linking
  }: {
    readonly reading: { readonly schema: EvalParts['schema']; readonly language: string };
    readonly timeoutMs: number;
    readonly today: () => Date;
  },
): {
  readonly kb: KnowledgeBase;
  readonly from: unknown;
  readonly linkers: ReturnType<typeof linkerFactory>;
} {
  const kb = unwrap(kbs.open(name));
  const config =
    kbs.settings.knowledgeBases[name] ?? (/^https?:/.test(name) ? { endpoint: name } : undefined);
  const directory = new EntityDirectory(kb, reading);
  return {
    kb,
    from: describeKbSource(kb, config),
    linkers: linkerFactory(kb, { ...reading, ...linking, directory, config }),
  };
}
