import * as vscode from 'vscode';
import type { ModelInfo } from '../../../server/src/protocol/index';
import { noticeOf } from './notice-words';

const KNOWN = 'funfusic.toldModels';
const GO_ON = (): string => vscode.l10n.t('Continue');
const WITHOUT = (): string => vscode.l10n.t('Continue Without a Model');
const CANCEL = (): string => vscode.l10n.t('Cancel');

export type Leave = 'go on' | 'without' | 'cancel';

/** Says once for each place what is sent there, before anything is. */
export class ModelNotice {
  constructor(private readonly memory: vscode.Memento) {}

  async ask(model: ModelInfo): Promise<Leave> {
    if (model.local || this.isKnown(model.where)) return 'go on';
    const choice = await vscode.window.showInformationMessage(noticeOf(model), GO_ON(), WITHOUT(), CANCEL());
    if (choice === WITHOUT()) return 'without';
    if (choice !== GO_ON()) return 'cancel';
    await this.remember(model.where);
    return 'go on';
  }

  async remember(where: string): Promise<void> {
    if (!this.isKnown(where)) await this.memory.update(KNOWN, [...this.known, where]);
  }

  /** So that it is said again. */
  async forget(where: string): Promise<void> {
    await this.memory.update(
      KNOWN,
      this.known.filter((one) => one !== where),
    );
  }

  private isKnown(where: string): boolean {
    return this.known.includes(where);
  }

  private get known(): readonly string[] {
    return this.memory.get<readonly string[]>(KNOWN, []);
  }
}
