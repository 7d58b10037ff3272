import * as vscode from 'vscode';
import { ask } from '../kb/kb-dialogs';
import { addressProblem, nameProblem, suggestedName } from './model-name';
import type { ModelRequests } from './model-requests';
import { modelSettings, type ModelEntry } from './model-settings';
import { testWithProgress } from './test-model';

interface Kind extends vscode.QuickPickItem {
  readonly url?: string;
  readonly urlPlaceHolder?: string;
  readonly modelPlaceHolder: string;
  readonly key: 'yes' | 'no' | 'ask';
  readonly apiVersion?: true;
}

const modelKinds = (): readonly Kind[] => [
  {
    label: '$(globe) OpenAI',
    detail: vscode.l10n.t('https://api.openai.com, with a key'),
    url: 'https://api.openai.com/v1',
    modelPlaceHolder: 'gpt-4.1',
    key: 'yes',
  },
  {
    label: '$(azure) Azure OpenAI',
    detail: vscode.l10n.t('Your own deployment, with a key'),
    urlPlaceHolder: 'https://RESOURCE.openai.azure.com',
    modelPlaceHolder: vscode.l10n.t('name of the deployment'),
    key: 'yes',
    apiVersion: true,
  },
  {
    label: '$(device-desktop) Ollama',
    detail: vscode.l10n.t('http://localhost:11434 on this computer; no data leaves it'),
    url: 'http://localhost:11434/v1',
    modelPlaceHolder: 'llama3.1',
    key: 'no',
  },
  {
    label: vscode.l10n.t('$(server) Other server'),
    detail: vscode.l10n.t('Any server with the OpenAI chat API: vLLM, llama.cpp, LM Studio, a gateway'),
    urlPlaceHolder: 'http://localhost:8000/v1',
    modelPlaceHolder: vscode.l10n.t('name of the model on the server'),
    key: 'ask',
  },
];

/** Asks for everything first, then saves and tests the model. */
export async function addModel(requests: ModelRequests): Promise<void> {
  const ofEditor: vscode.QuickPickItem = {
    label: vscode.l10n.t('$(vscode) Model of the editor'),
    detail: vscode.l10n.t('For example, a model of GitHub Copilot'),
  };
  const kind = await vscode.window.showQuickPick<Kind | vscode.QuickPickItem>([...modelKinds(), ofEditor], {
    title: vscode.l10n.t('Add model'),
    ignoreFocusOut: true,
    matchOnDetail: true,
  });
  if (!kind) return;
  const entry = 'key' in kind ? await askServed(kind) : await askEditors();
  if (!entry) return;
  const taken = modelSettings.names;
  const name = await ask({
    title: vscode.l10n.t('Add model: name'),
    prompt: vscode.l10n.t('The name to select it by.'),
    value: suggestedName(entry.model ?? entry.editor ?? '', taken),
    validateInput: (value) => nameProblem(value, taken),
  });
  if (name === undefined) return;
  await modelSettings.add(name, entry, { forWorkspace: false });
  const result = await testWithProgress(requests, name);
  await showAdded(name, result?.works === true, result?.lines.at(-1));
}

async function askServed(kind: Kind): Promise<ModelEntry | undefined> {
  const url =
    kind.url ??
    (await ask({
      title: vscode.l10n.t('Add model: address of its server'),
      placeHolder: kind.urlPlaceHolder ?? '',
      validateInput: addressProblem,
    }));
  if (url === undefined) return undefined;
  const model = await ask({
    title: vscode.l10n.t('Add model: name on the server'),
    placeHolder: kind.modelPlaceHolder,
    validateInput: (value) =>
      value.trim() === '' ? vscode.l10n.t('Enter the name of the model on the server.') : undefined,
  });
  if (model === undefined) return undefined;
  const apiVersion =
    kind.apiVersion === true
      ? await ask({ title: vscode.l10n.t('Add model: API version'), value: '2024-10-21' })
      : '';
  if (apiVersion === undefined) return undefined;
  const key = kind.key === 'ask' ? await asksForKey() : kind.key === 'yes';
  if (key === undefined) return undefined;
  return {
    url,
    model,
    ...(apiVersion !== '' && { apiVersion }),
    ...((key || kind.key === 'ask') && { key }),
  };
}

async function asksForKey(): Promise<boolean | undefined> {
  const choice = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t('No key needed'), key: false },
      {
        label: vscode.l10n.t('Needs a key'),
        detail: vscode.l10n.t('You enter it next. It is stored in the secret storage of the editor.'),
        key: true,
      },
    ],
    { title: vscode.l10n.t('Add model: authentication'), ignoreFocusOut: true },
  );
  return choice?.key;
}

/** Undefined if there is none, or the user cancels. */
async function askEditors(): Promise<ModelEntry | undefined> {
  const models = await vscode.lm.selectChatModels();
  if (models.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'The editor has no language models. Install an extension that provides some, such as GitHub Copilot, and sign in.',
      ),
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    models.map(({ vendor, id, name, family, version }) => ({
      label: name,
      description: vendor,
      detail: [family, version].filter((part) => part !== '').join(' '),
      editor: `${vendor}/${id}`,
    })),
    {
      title: vscode.l10n.t('Add model: select a model of the editor'),
      ignoreFocusOut: true,
      matchOnDescription: true,
    },
  );
  return picked && { editor: picked.editor };
}

async function showAdded(name: string, works: boolean, problem: string | undefined): Promise<void> {
  const [use, settings, test] = [
    vscode.l10n.t('Use This Model'),
    vscode.l10n.t('Open Settings'),
    vscode.l10n.t('Test Again'),
  ];
  const choice = works
    ? await vscode.window.showInformationMessage(
        vscode.l10n.t('The model {0} was added and works.', name),
        use,
        settings,
      )
    : await vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The model {0} was added but does not work yet. {1}',
          name,
          problem ?? vscode.l10n.t('The test did not finish.'),
        ),
        test,
        settings,
      );
  if (choice === use) await modelSettings.choose(name, vscode.window.activeTextEditor?.document);
  if (choice === test) await vscode.commands.executeCommand('funfusic.testModel', name);
  if (choice === settings)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'funfusic.models');
}
