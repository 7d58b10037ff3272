import type { ModelInfo } from '../../../server/src/protocol/index';

/** What is said once before anything is sent to a model elsewhere; docs/models.md says the same. It must stay true when settings change. */
export function noticeOf({ name, kind, where }: ModelInfo): string {
  const whom = kind === 'editor' ? `the editor's model ${where}` : where;
  const besides = kind === 'editor' ? '' : ', besides the key and headers that you have set for it';
  return [
    `The model ${name} does not run on this computer.`,
    `Sent to ${whom}: the question, the query and its comments, names and facts of the KB and parts of its schema around it, what was found in it, and a few of its answers;`,
    'where you have set them, also your own prompts (funfusic.prompts.folder) and the nearest questions with queries of your own file (funfusic.exemplars.file).',
    `Nothing else is sent there${besides}.`,
  ].join(' ');
}
