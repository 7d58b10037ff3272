/** Creates the repair loop of the command line, from options and settings. */
import { performance } from 'node:perf_hooks';
import { askParts, openRetriever } from '../compose/index';
import { rankForQuestion, type RankingPorts } from '../core/ask/rank-for-question';
import type { KbSchema } from '../core/schema/schema';
import type { Settings } from '../settings/settings';
import type { KnowledgeBase, ExecutionLimits, TaskProgress } from '../core/kb/knowledge-base';
import { repair } from '../core/repair/repair';
import type { RepairEvent, RepairTrace } from '../core/repair/repair-events';
import type { RepairPorts, RepairTask } from '../core/repair/repair-ports';
import { endpointOf } from '../core/language/sparql/endpoint';
import { parseQuery } from '../core/language/sparql/parse';
import { drain } from '../core/query/drain';
import { toAskOptions, toRepairOptions } from '../settings/work-options';
import type { NamedKbs } from './knowledge-base';
import type { ChosenModel } from './model';
import { openPromptSources } from './model-options';
import { renameInRepair, type RenameSettings } from './option-names';
import { withComplete, type LanguageModel } from '../core/model/language-model';

interface RepairerOptions {
  /** The KB of the command line, which overrides those that queries name. */
  readonly kb: string | undefined;
  readonly rounds: number;
  readonly limits: ExecutionLimits;
  readonly model: ChosenModel | undefined;
  /** Names options in messages that name settings. */
  readonly renameSettings: RenameSettings;
  readonly onStep: (step: TaskProgress) => void;
  readonly onProgress: (event: RepairEvent) => void;
  readonly onDefect: (code: string, error: unknown) => void;
  /** A KB or a model could not be used. */
  readonly onUnavailable: () => void;
}

export type Repairer = (
  task: RepairTask,
  signal: AbortSignal,
) => Promise<RepairTrace | { readonly problem: string }>;

export function createRepairer(kbs: NamedKbs, options: RepairerOptions): Repairer {
  const { settings } = kbs;
  const promptSources = options.model && openPromptSources(kbs);
  return async (task, signal) => {
    const query = parseQuery(task.query ?? '', settings.dialect);
    const name = options.kb ?? endpointOf(query)?.name ?? settings.knowledgeBase;
    const opened = kbs.open(name);
    if ('problem' in opened) return opened;
    await opened.prepare?.(options.onStep, signal);
    const directory = kbs.directoryOf(opened);
    const kb = reportingKb(opened, options.onUnavailable);
    const model = options.model?.forQuery();
    const { schema } = kbs.schemaOf(name);
    const kbEntities = { kb, directory: directory.withKb(kb) };
    const rank: RepairPorts['rank'] =
      schema &&
      (async (question, given, stop) => {
        const own = { kb: opened, directory };
        const ports = rankingPorts(settings, name, own, schema, options.limits.timeoutMs);
        await ports.linker.prepare?.((message) => options.onStep({ message }), stop);
        const limited = { ...toAskOptions(settings), limits: options.limits };
        return rankForQuestion(question, given, { ...ports, kb: kbEntities }, limited, stop);
      });
    const trace = await drain(
      repair(
        task,
        {
          schema,
          kb: kbEntities,
          ...(rank && { rank }),
          ...(model &&
            promptSources && {
              model: {
                ...model,
                ...promptSources,
                model: reportingModel(model.model, options.onUnavailable),
              },
            }),
          ...(model && schema && { retriever: openRetriever(schema) }),
          now: () => performance.now(),
          date: () => new Date().toISOString(),
          onDefect: options.onDefect,
        },
        {
          ...toRepairOptions(settings),
          rounds: options.rounds,
          search: settings.repair.searchFirst || !model,
          limits: options.limits,
        },
        signal,
      ),
      options.onProgress,
    );
    return renameInRepair(trace, options.renameSettings);
  };
}

/** The services for ranking queries for a question, with a table of names that is cached for the KB. */
export function rankingPorts(
  settings: Settings,
  name: string,
  own: RankingPorts['kb'],
  schema: KbSchema,
  timeoutMs: number,
): RankingPorts {
  const config = settings.knowledgeBases[name];
  const { language } = settings.names;
  const parts = askParts(own.kb, { schema, directory: own.directory, config, language, timeoutMs });
  return { ...parts, schema, kb: own, date: () => new Date().toISOString() };
}

/** Reports an unreachable KB, so that the exit status shows it even if the repair succeeded. */
function reportingKb(kb: KnowledgeBase, onUnavailable: () => void): KnowledgeBase {
  const { name, complete, writable } = kb;
  return {
    name,
    complete,
    writable,
    execute: async (query, limits, signal) => {
      const execution = await kb.execute(query, limits, signal);
      if (execution.status === 'unreachable') onUnavailable();
      return execution;
    },
    close: () => kb.close(),
  };
}

/** Reports a failed model. A spent budget is not a failure, because the user set it. */
function reportingModel(model: LanguageModel, onUnavailable: () => void): LanguageModel {
  return withComplete(model, async (request, onProgress, signal) => {
    const completion = await model.complete(request, onProgress, signal);
    if (completion.status === 'failed' && completion.reason !== 'budget') onUnavailable();
    return completion;
  });
}
