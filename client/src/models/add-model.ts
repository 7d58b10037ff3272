import * as vscode from 'vscode';
import { askText, showAdded } from '../dialogs';
import { isBrowser } from '../is-browser';
import { addressProblem, nameProblem, suggestedName } from './model-name';
import type { ModelRequests } from './model-requests';
import { modelSettings, type ModelEntry } from './model-settings';
import { testWithProgress } from './test-model';

interface ModelKind extends vscode.QuickPickItem {
  readonly url?: string;
  readonly urlPlaceHolder?: string;
  readonly modelPlaceHolder: string;
  readonly key: 'yes' | 'no' | 'ask';
  readonly apiVersion?: true;
}

const modelKinds = (): readonly ModelKind[] => [
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
  const editorModel: vscode.QuickPickItem = {
    label: vscode.l10n.t('$(vscode) Model of the editor'),
    detail: vscode.l10n.t('For example, a model of GitHub Copilot'),
  };
  const kind = await vscode.window.showQuickPick<ModelKind | vscode.QuickPickItem>(
    // A browser cannot reach other models.
    [...(isBrowser() ? [] : modelKinds()), editorModel],
    {
      title: vscode.l10n.t('Add Model'),
      placeHolder: vscode.l10n.t('Select where the model runs'),
      ignoreFocusOut: true,
      matchOnDetail: true,
    },
  );
  if (!kind) return;
  const entry = 'key' in kind ? await askForServer(kind) : await askForEditorModel();
  if (!entry) return;
  const taken = modelSettings.names;
  const name = await askText({
    title: vscode.l10n.t('Add model: name'),
    prompt: vscode.l10n.t('The name to select it by.'),
    value: suggestedName(entry.model ?? entry.editor ?? '', taken),
    validateInput: (value) => nameProblem(value, taken),
  });
  if (name === undefined) return;
  await modelSettings.add(name, entry, { forWorkspace: false });
  const result = await testWithProgress(requests, name);
  await showAddedModel(name, result?.works === true, result?.lines.at(-1));
}

async function askForServer(kind: ModelKind): Promise<ModelEntry | undefined> {
  const url =
    kind.url ??
    (await askText({
      title: vscode.l10n.t('Add model: address of its server'),
      placeHolder: kind.urlPlaceHolder ?? '',
      validateInput: addressProblem,
    }));
  if (url === undefined) return undefined;
  const model = await askText({
    title: vscode.l10n.t('Add model: name on the server'),
    placeHolder: kind.modelPlaceHolder,
    validateInput: (value) =>
      value.trim() === '' ? vscode.l10n.t('Enter the name of the model on the server.') : undefined,
  });
  if (model === undefined) return undefined;
  const apiVersion =
    kind.apiVersion === true
      ? await askText({ title: vscode.l10n.t('Add model: API version'), value: '2024-10-21' })
      : '';
  if (apiVersion === undefined) return undefined;
  const key = kind.key === 'ask' ? await askWhetherKeyNeeded() : kind.key === 'yes';
  if (key === undefined) return undefined;
  return {
    url,
    model,
    ...(apiVersion !== '' && { apiVersion }),
    ...((key || kind.key === 'ask') && { key }),
  };
}

async function askWhetherKeyNeeded(): Promise<boolean | undefined> {
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

/** Returns undefined if the editor has no models, or if the user cancels. */
async function askForEditorModel(): Promise<ModelEntry | undefined> {
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

/** `problem` is the reason if the model does not work. */
async function showAddedModel(name: string, works: boolean, problem: string | undefined): Promise<void> {
  const message = works
    ? vscode.l10n.t('The model {0} was added and works.', name)
    : vscode.l10n.t(
        'The model {0} was added but does not work yet. {1}',
        name,
        problem ?? vscode.l10n.t('The test did not finish.'),
      );
  await showAdded(message, works, {
    useTitle: vscode.l10n.t('Use This Model'),
    use: () => modelSettings.choose(name, vscode.window.activeTextEditor?.document),
    test: () => vscode.commands.executeCommand('funfusic.testModel', name),
    setting: 'funfusic.models',
  });
}
