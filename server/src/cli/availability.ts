/** A KB and a model that report when they could not be used, so that the exit status says so whatever came of the work. */
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import type { LanguageModel } from '../core/model/language-model';

export function reportingKb(kb: KnowledgeBase, onUnavailable: () => void): KnowledgeBase {
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

/** A budget that is spent is the user's own limit. */
export function reportingModel(model: LanguageModel, onUnavailable: () => void): LanguageModel {
  const { name, where } = model;
  return {
    name,
    where,
    complete: async (request, onProgress, signal) => {
      const completion = await model.complete(request, onProgress, signal);
      if (completion.status === 'failed' && completion.reason !== 'budget') onUnavailable();
      return completion;
    },
  };
}
