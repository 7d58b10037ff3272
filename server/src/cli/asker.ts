/** Creates the pipeline that answers questions on the command line, from options and settings. */
import { performance } from 'node:perf_hooks';
import { withStrategyOptions, type StrategyOption } from '../settings/ask-settings';
import { toAskOptions } from '../settings/work-options';
import { askParts, loadSchema } from '../compose/index';
import { ask } from '../core/ask/ask';
import type { AskEvent, AskTrace } from '../core/ask/ask-events';
import type { AskOptions, AskTask } from '../core/ask/ask-ports';
import type { KnowledgeBase, TaskProgress } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import type { EntityLinker } from '../core/question/linking/linking';
import { EntityDirectory } from '../core/query/entity-directory';
import { printError } from './terminal';
import { drain } from '../core/query/drain';
import type { NamedKbs } from './knowledge-base';
import type { ChosenModel } from './model';
import { openPromptSources } from './model-options';
import { renameInAnswer, type RenameSettings } from './option-names';

interface AskerOptions extends Pick<AskOptions, 'strategy' | 'rounds' | 'limits'> {
  readonly model: ChosenModel | undefined;
  /** Overrides the settings. */
  readonly schemaFile?: string;
  readonly strategyOptions?: ReadonlyMap<string, StrategyOption>;
  /** Names options in messages that name settings. */
  readonly renameSettings: RenameSettings;
  readonly onStep: (step: TaskProgress) => void;
  readonly onDefect: (code: string, error: unknown) => void;
}

/** Answers questions on one KB. */
export interface Asker {
  readonly schema: KbSchema;
  readonly directory: EntityDirectory;
  readonly linker: EntityLinker;
  /** Prepares the KB and the linker; otherwise the first question does. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  readonly ask: (
    task: AskTask,
    onProgress: (event: AskEvent) => void,
    signal: AbortSignal,
  ) => Promise<AskTrace>;
}

export function createAsker(
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
  if (!schema) return { problem: options.renameSettings('There is no schema. Fix funfusic.schema.file.') };
  const { language } = settings.names;
  const directory = new EntityDirectory(kb, { schema, language });
  const parts = askParts(kb, { schema, directory, config, language, timeoutMs: options.limits.timeoutMs });
  const promptSources = options.model && openPromptSources(kbs);
  const askOptions: AskOptions = {
    ...withStrategyOptions(toAskOptions(settings), options.strategyOptions ?? new Map()),
    ...options,
  };
  const prepare = async (signal: AbortSignal): Promise<void> => {
    await kb.prepare?.(options.onStep, signal);
    await parts.linker.prepare?.((message) => options.onStep({ message }), signal);
  };
  return {
    schema,
    directory,
    linker: parts.linker,
    prepare,
    ask: async (task, onProgress, signal) => {
      await prepare(signal);
      const model = options.model?.forQuery();
      const ports = {
        ...parts,
        schema,
        kb: { kb, directory },
        ...(model && promptSources && { model: { ...model, ...promptSources } }),
        now: () => performance.now(),
        date: () => new Date().toISOString(),
        onDefect: options.onDefect,
      };
      const trace = await drain(ask(task, ports, askOptions, signal), onProgress);
      return renameInAnswer(trace, options.renameSettings);
    },
  };
}
