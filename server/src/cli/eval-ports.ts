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
  if (live) confirmUses(kbs, live.kb ?? settings.knowledgeBase, live.model);
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
  { kb: named, timeoutMs }: NonNullable<ContextOptions['live']>,
  model: RunModel | undefined,
  reading: { readonly schema: EvalParts['schema']; readonly language: string },
): LivePorts {
  const { settings } = kbs;
  const name = named ?? settings.knowledgeBase;
  const kb = unwrap(kbs.open(name));
  const config = settings.knowledgeBases[name] ?? (/^https?:/.test(name) ? { endpoint: name } : undefined);
  const directory = new EntityDirectory(kb, reading);
  let today = new Date();
  const linkers = linkerFactory(kb, { ...reading, directory, config, timeoutMs, today: () => today });
  return {
    kb: { name: kb.name, complete: kb.complete, from: describeKbSource(kb, config) },
    model,
    prepare: async (date, onStep, signal) => {
      today = new Date(date);
      await kb.prepare?.(onStep, signal);
      await linkers().prepare?.((message) => onStep({ message }), signal);
    },
    whyUnreachable: (signal) => whyUnreachable(kb, timeoutMs, signal),
    servicesFor: (model, date) =>
      liveServices({
        kb,
        linker: linkers(),
        reading,
        ...(model && { model }),
        date,
        now: () => performance.now(),
      }),
  };
}
