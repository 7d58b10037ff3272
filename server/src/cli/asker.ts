/** All that asking a question on the command line works with, from its options and the settings. */
import { performance } from 'node:perf_hooks';
import { withStrategyOptions } from '../settings/ask-settings';
import { askOptionsOf } from '../settings/work-options';
import { askParts, loadSchema } from '../compose/index';
import { ask } from '../core/ask/ask';
import type { AskEvent, AskTrace } from '../core/ask/ask-events';
import type { AskOptions, AskTask } from '../core/ask/ask-ports';
import type { KnowledgeBase, ProgressStep } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import type { EntityLinker } from '../core/question/linking/linking';
import { EntityDirectory } from '../core/query/entity-directory';
import { printError } from './terminal';
import { drain } from '../core/query/drain';
import type { NamedKbs } from './knowledge-base';
import type { ChosenModel } from './model';
import { modelWords } from './model-words';

interface AskerOptions extends Pick<AskOptions, 'strategy' | 'rounds' | 'limits'> {
  readonly model: ChosenModel | undefined;
  /** In the place of what the settings say. */
  readonly schemaFile?: string;
  readonly strategyOptions?: ReadonlyMap<string, number>;
  readonly tellStep: (step: ProgressStep) => void;
  readonly onDefect: (code: string, error: unknown) => void;
}

/** A KB that questions can be put to. */
export interface Asker {
  readonly schema: KbSchema;
  readonly directory: EntityDirectory;
  readonly linker: EntityLinker;
  /** Makes the KB ready; the first question does it otherwise. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  readonly ask: (
    task: AskTask,
    onProgress: (event: AskEvent) => void,
    signal: AbortSignal,
  ) => Promise<AskTrace>;
}

export function askerOf(
  kbs: NamedKbs,
  { name, kb }: { readonly name: string; readonly kb: KnowledgeBase },
  options: AskerOptions,
): Asker | { readonly problem: string } {
  const { settings, folder } = kbs;
  const config = settings.knowledgeBases[name];
  const { schemaFile = config?.schema ?? settings.schemaFile } = options;
  const { schema, status } = loadSchema(schemaFile, folder);
  if (status.problem !== undefined) {
    if (options.schemaFile !== undefined) return { problem: status.problem };
    printError(status.problem);
  }
  if (!schema) return { problem: 'There is no schema. Fix funfusic.schema.file.' };
  const { language } = settings.names;
  const directory = new EntityDirectory(kb, { schema, language });
  const parts = askParts(kb, { schema, directory, config, language, timeoutMs: options.limits.timeoutMs });
  const words = options.model && modelWords(kbs);
  const chosen: AskOptions = {
    ...withStrategyOptions(askOptionsOf(settings), options.strategyOptions ?? new Map()),
    ...options,
  };
  const prepare = async (signal: AbortSignal): Promise<void> => {
    await kb.prepare?.(options.tellStep, signal);
    await parts.linker.prepare?.((message) => options.tellStep({ message }), signal);
  };
  return {
    schema,
    directory,
    linker: parts.linker,
    prepare,
    ask: async (task, onProgress, signal) => {
      await prepare(signal);
      const asked = options.model?.forQuery();
      const ports = {
        ...parts,
        schema,
        kb: { kb, directory },
        ...(asked && words && { model: { ...asked, ...words } }),
        now: () => performance.now(),
        date: () => new Date().toISOString(),
        onDefect: options.onDefect,
      };
      return drain(ask(task, ports, chosen, signal), onProgress);
    },
  };
}
