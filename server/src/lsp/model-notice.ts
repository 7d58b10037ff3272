/** Informs the user once per session what is sent to a remote model, before anything is sent. The VS Code client does this itself. */
import type { Connection } from 'vscode-languageserver';
import type { ModelInfo } from '../protocol/index';

export type ModelConsent = 'continue' | 'without' | 'cancel';

const CONTINUE = 'Continue';
const WITHOUT = 'Continue Without a Model';
const CANCEL = 'Cancel';

export class ModelNotice {
  private readonly seen = new Set<string>();

  constructor(private readonly connection: Connection) {}

  async ask(model: ModelInfo): Promise<ModelConsent> {
    if (model.local || this.seen.has(model.where)) return 'continue';
    const chosen = await this.connection.window.showInformationMessage(
      modelNoticeText(model),
      ...[CONTINUE, WITHOUT, CANCEL].map((title) => ({ title })),
    );
    if (chosen?.title === WITHOUT) return 'without';
    if (chosen?.title !== CONTINUE) return 'cancel';
    this.seen.add(model.where);
    return 'continue';
  }
}

/** Equal to the text of the VS Code client and of docs/models.md. */
export function modelNoticeText({ name, kind, where }: ModelInfo): string {
  return [
    `The model ${name} does not run on this computer.`,
    `Sent to ${kind === 'editor' ? `the editor model ${where}` : where}: the question, the query with its comments, related names, facts and schema parts of the KB, the findings, and a few answers.`,
    'If you have set them, your prompts (funfusic.prompts.folder) and the most similar questions and queries of your exemplar file (funfusic.exemplars.file) are sent too.',
    kind === 'editor'
      ? 'Nothing else is sent.'
      : 'Nothing else is sent, except the key and headers that you have set for this model.',
  ].join(' ');
}
