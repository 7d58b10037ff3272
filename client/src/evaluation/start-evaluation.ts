import * as vscode from 'vscode';
import {
  EVALUATE_TARGET_REQUEST,
  type EvaluateDataset,
  type EvaluateParams,
  type EvaluateReply,
} from '../../../server/src/protocol/index';
import { pickStrategy } from '../ask/choose-strategy';
import type { ModelNotice } from '../repair/model-notice';
import { showProblem } from '../run/report-outcome';
import { settings } from '../settings';
import { isAbsolute, pathForSetting } from '../workspace-path';
import { mayWrite } from '../workspace-trust';
import { endingText } from './evaluation-texts';
import type { Evaluations } from './evaluations';
import { pickDataset } from './pick-dataset';

/** The choices for the last evaluation, saved per workspace. */
const LAST = 'funfusic.lastEvaluation';

interface LastChoices {
  readonly dataset?: string;
  readonly strategy?: string;
  /** The number of questions; 0 means all. */
  readonly sample?: number;
}

/** Starts and resumes evaluations. */
export class EvaluationStarter {
  constructor(
    private readonly evaluations: Evaluations,
    private readonly notice: ModelNotice,
    private readonly memory: vscode.Memento,
  ) {}

  /** `target` is the file that the command was called on, or the complete parameters. */
  async start(target?: unknown): Promise<EvaluateReply | undefined> {
    if (!mayWrite(vscode.l10n.t('An evaluation')) || this.isBusy()) return undefined;
    const params = isDataset(target)
      ? target
      : await this.askForDataset(target instanceof vscode.Uri ? target : undefined);
    return params && this.run(params);
  }

  async resume(folder: string): Promise<EvaluateReply | undefined> {
    return !mayWrite(vscode.l10n.t('An evaluation')) || this.isBusy()
      ? undefined
      : this.run({ resume: folder });
  }

  private isBusy(): boolean {
    if (!this.evaluations.running) return false;
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'An evaluation is already running. Wait for it to finish, or stop it and resume it later.',
      ),
    );
    return true;
  }

  private async askForDataset(file: vscode.Uri | undefined): Promise<EvaluateDataset | undefined> {
    if (!vscode.workspace.workspaceFolders && !isAbsolute(settings.evaluationFolder())) {
      await offerToOpenFolder();
      return undefined;
    }
    const last = this.memory.get<LastChoices>(LAST, {});
    const dataset =
      file ?? (await pickDataset(last.dataset, settings.evaluationFolder(), this.evaluations.requests));
    if (!dataset) return undefined;
    if (dataset.scheme !== 'file') {
      void vscode.window.showErrorMessage(vscode.l10n.t('The dataset must be a file on this computer.'));
      return undefined;
    }
    const strategy = await pickStrategy(
      last.strategy === undefined
        ? { strategy: settings.strategy(), mark: vscode.l10n.t('in use') }
        : { strategy: last.strategy, mark: vscode.l10n.t('used last') },
      { title: vscode.l10n.t('Select a strategy') },
    );
    if (strategy === undefined) return undefined;
    const sample = await pickSample(last.sample);
    if (sample === undefined) return undefined;
    await this.memory.update(LAST, {
      dataset: pathForSetting(dataset),
      strategy,
      sample,
    } satisfies LastChoices);
    return { dataset: dataset.fsPath, strategy, ...(sample > 0 && { sample }) };
  }

  private async run(params: EvaluateParams): Promise<EvaluateReply | undefined> {
    const target = await this.evaluations.requests.ask(EVALUATE_TARGET_REQUEST, params);
    if ('problem' in target) {
      await showProblem(target.problem);
      return undefined;
    }
    const consent = target.model ? await this.notice.ask(target.model) : 'continue';
    if (consent === 'cancel' || this.isBusy()) return undefined;
    if (consent === 'without' && 'resume' in params) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('This evaluation was started with a model and can be resumed only with it.'),
      );
      return undefined;
    }
    const confirmed = consent === 'without' ? { ...params, withoutModel: true } : params;
    const reply = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Evaluating {0} on {1}', target.strategy, target.kb),
        cancellable: true,
      },
      (progress, token) => {
        let reported = 0;
        const report = (message: string, share: number | undefined): void => {
          const percent = share === undefined ? reported : Math.max(reported, share * 100);
          progress.report({ message, increment: percent - reported });
          reported = percent;
        };
        return this.evaluations.start(confirmed, report, token);
      },
    );
    void this.reportEnd(reply);
    return reply;
  }

  private async reportEnd(reply: EvaluateReply): Promise<void> {
    const info = reply.folder === undefined ? undefined : this.evaluations.named(reply.folder);
    if ('problem' in reply) {
      const choice = await vscode.window.showErrorMessage(reply.problem, ...(info ? [resumeLabel()] : []));
      if (choice === resumeLabel() && info) await this.resume(info.folder);
      return;
    }
    if (!info) return;
    const choices = reply.state === 'finished' ? [openReportLabel()] : [resumeLabel()];
    const choice = await vscode.window.showInformationMessage(endingText(info), ...choices);
    if (choice === openReportLabel())
      await vscode.commands.executeCommand('funfusic.openReport', { kind: 'run', info });
    if (choice === resumeLabel()) await this.resume(info.folder);
  }
}

const openReportLabel = (): string => vscode.l10n.t('Open Report');
const resumeLabel = (): string => vscode.l10n.t('Resume');

async function offerToOpenFolder(): Promise<void> {
  const open = vscode.l10n.t('Open Folder…');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('Evaluations are saved in a folder. Open a folder first.'),
    open,
  );
  if (choice === open) await vscode.commands.executeCommand('vscode.openFolder');
}

function isDataset(target: unknown): target is EvaluateDataset {
  return typeof target === 'object' && target !== null && 'dataset' in target && 'strategy' in target;
}

const SAMPLE_SIZES = [20, 100, 500, 0];

/** Returns 0 for all questions. */
async function pickSample(last: number | undefined): Promise<number | undefined> {
  const numbers = [...new Set([...(last === undefined ? [] : [last]), ...SAMPLE_SIZES])];
  const picked = await vscode.window.showQuickPick(
    numbers.map((sample) => ({
      label: sample === 0 ? vscode.l10n.t('All') : String(sample),
      description: [
        sample === 0
          ? vscode.l10n.t('every question in the dataset')
          : vscode.l10n.t('random sample, the same every time'),
        ...(sample === last ? [vscode.l10n.t('used last')] : []),
      ].join(' · '),
      sample,
    })),
    { title: vscode.l10n.t('Select the number of questions') },
  );
  return picked?.sample;
}
