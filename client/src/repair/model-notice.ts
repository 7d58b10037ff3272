import * as vscode from 'vscode';
import type { ModelInfo } from '../../../server/src/protocol/index';
import { modelNoticeText } from './notice-text';

/** The servers whose notice the user has seen. */
const SEEN_SERVERS = 'funfusic.toldModels';
const continueLabel = (): string => vscode.l10n.t('Continue');
const withoutModelLabel = (): string => vscode.l10n.t('Continue Without a Model');
const cancelLabel = (): string => vscode.l10n.t('Cancel');

export type ModelConsent = 'continue' | 'without' | 'cancel';

/** Shows once per server which data is sent to a remote model, before anything is sent. */
export class ModelNotice {
  constructor(private readonly memory: vscode.Memento) {}

  async ask(model: ModelInfo): Promise<ModelConsent> {
    if (model.local || this.isKnown(model.where)) return 'continue';
    const choice = await vscode.window.showInformationMessage(
      modelNoticeText(model),
      continueLabel(),
      withoutModelLabel(),
      cancelLabel(),
    );
    if (choice === withoutModelLabel()) return 'without';
    if (choice !== continueLabel()) return 'cancel';
    await this.remember(model.where);
    return 'continue';
  }

  async remember(where: string): Promise<void> {
    if (!this.isKnown(where)) await this.memory.update(SEEN_SERVERS, [...this.known, where]);
  }

  /** Shows the notice again for this server. */
  async forget(where: string): Promise<void> {
    await this.memory.update(
      SEEN_SERVERS,
      this.known.filter((one) => one !== where),
    );
  }

  private isKnown(where: string): boolean {
    return this.known.includes(where);
  }

  private get known(): readonly string[] {
    return this.memory.get<readonly string[]>(SEEN_SERVERS, []);
  }
}
