/** All that evaluating works with, opened once for however many runs: the KB, the model, what comes along. */
import { performance } from 'node:perf_hooks';
import {
  fingerprintOf,
  fingerprintOfLearnt,
  fingerprintOfSchema,
  linkersFor,
  loadSchema,
  openRanker,
  openRetriever,
  sourceOf,
} from '../compose/index';
import type { EvalParts } from '../evaluation/answer-question';
import type { ProgressStep } from '../core/kb/knowledge-base';
import { liveOutside, type Outside } from '../evaluation/record/outside';
import type { LanguageModel } from '../core/model/language-model';
import { EntityDirectory } from '../core/query/entity-directory';
import type { Settings } from '../settings/settings';
import { UsageError } from './arguments';
import { printError } from './complain';
import { whyUnreachable, type NamedKbs } from './knowledge-base';
import { confirmUses, modelForRun, type ModelForRun } from './model';
import { modelWords } from './model-words';

export interface World {
  readonly settings: Settings;
  readonly parts: EvalParts;
  /** What is to be noticed when another run goes on with this one. */
  readonly schema: {
    readonly name: string;
    readonly relations: number;
    readonly types: number;
    /** Of its file, where it is not the bundled one. */
    readonly fingerprint?: string;
  };
  /** Where it is not the bundled one. */
  readonly schemaFile: string | undefined;
  /** Of names. */
  readonly language: string;
  readonly words: string;
  readonly learnt: string;
  readonly live: LiveWorld | undefined;
}

/** Those who can be asked. */
export interface LiveWorld {
  readonly kb: { readonly name: string; readonly complete: boolean; readonly from: unknown };
  readonly model: ModelForRun | undefined;
  readonly prepare: (tell: (step: ProgressStep) => void, signal: AbortSignal) => Promise<void>;
  /** Why the KB answers nothing at all. */
  readonly whyAway: (signal: AbortSignal) => Promise<string | undefined>;
  /** For one question. */
  readonly outside: (model: LanguageModel | undefined, date: string) => Outside;
}

export interface WorldWanted {
  /** Nobody is asked where it is not given. */
  readonly live?: {
    readonly kb: string | undefined;
    readonly model: ReadonlyMap<string, string>;
    /** ISO 8601: what counts as today, asked when it is known. */
    readonly date: () => string;
    readonly timeoutMs: number;
  };
  readonly withModel: boolean;
  /** Its path; that of the bundled one is empty. */
  readonly schemaFile: string;
  /** Of names. */
  readonly language: string;
}

export function openWorld(
  kbs: NamedKbs,
  { live, withModel, schemaFile: wanted, language }: WorldWanted,
): World {
  const { settings, folder } = kbs;
  if (live) confirmUses(kbs, live.kb ?? settings.knowledgeBase, live.model);
  const { schema, status, file: schemaFile } = loadSchema(wanted, folder);
  if (!schema) throw new UsageError('There is no schema. Fix funfusic.schema.file.');
  if (status.state !== 'none' && status.problem !== undefined)
    throw new UsageError(`${status.problem} Name the one to ask by with --schema.`);
  const model = live && modelForRun(live.model, kbs);
  return {
    settings,
    schemaFile,
    language,
    schema: {
      name: schema.name,
      relations: schema.relationCount,
      types: schema.typeCount,
      ...(schemaFile !== undefined && { fingerprint: fingerprintOfSchema(schemaFile) }),
    },
    learnt: fingerprintOfLearnt(),
    words: fingerprintOf(settings.promptsFolder, settings.exemplars.file, folder),
    parts: {
      schema,
      reading: { schema, language },
      retriever: openRetriever(schema),
      ranker: openRanker(),
      ...((withModel || model) && { words: modelWords(kbs) }),
      now: () => performance.now(),
      onDefect: (code, error) =>
        printError(`"${code}" failed: ${error instanceof Error ? error.message : String(error)}`),
    },
    live: live && openLive(kbs, live, model, { schema, language }),
  };
}

function openLive(
  kbs: NamedKbs,
  { kb: named, date, timeoutMs }: NonNullable<WorldWanted['live']>,
  model: ModelForRun | undefined,
  reading: { readonly schema: EvalParts['schema']; readonly language: string },
): LiveWorld {
  const { settings } = kbs;
  const name = named ?? settings.knowledgeBase;
  const kb = kbs.open(name);
  if ('problem' in kb) throw new UsageError(kb.problem);
  const config = settings.knowledgeBases[name] ?? (/^https?:/.test(name) ? { endpoint: name } : undefined);
  const directory = new EntityDirectory(kb, reading);
  const linkers = linkersFor(kb, {
    ...reading,
    directory,
    config,
    timeoutMs,
    today: () => new Date(date()),
  });
  return {
    kb: { name: kb.name, complete: kb.complete, from: sourceOf(kb, config) },
    model,
    prepare: async (tell, signal) => {
      await kb.prepare?.(tell, signal);
      await linkers().prepare?.((message) => tell({ message }), signal);
    },
    whyAway: (signal) => whyUnreachable(kb, timeoutMs, signal),
    outside: (asked, today) =>
      liveOutside({
        kb,
        linker: linkers(),
        reading,
        ...(asked && { model: asked }),
        date: today,
        now: () => performance.now(),
      }),
  };
}
