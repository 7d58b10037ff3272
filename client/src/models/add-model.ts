import * as vscode from 'vscode';
import { ask } from '../kb/adding';
import { addressProblem, nameProblem, suggestedName } from './model-name';
import type { ModelRequests } from './model-requests';
import { modelSettings, type ModelEntry } from './model-settings';
import { triedModel } from './test-model';

interface Kind extends vscode.QuickPickItem {
  readonly url?: string;
  readonly urlPlaceHolder?: string;
  readonly modelPlaceHolder: string;
  readonly key: 'yes' | 'no' | 'ask';
  readonly apiVersion?: true;
}

const KINDS: readonly Kind[] = [
  {
    label: '$(globe) OpenAI',
    detail: 'https://api.openai.com, with a key',
    url: 'https://api.openai.com/v1',
    modelPlaceHolder: 'gpt-4.1',
    key: 'yes',
  },
  {
    label: '$(azure) Azure OpenAI',
    detail: 'A deployment of your own, with a key',
    urlPlaceHolder: 'https://RESOURCE.openai.azure.com',
    modelPlaceHolder: 'the name of the deployment',
    key: 'yes',
    apiVersion: true,
  },
  {
    label: '$(device-desktop) Ollama',
    detail: 'http://localhost:11434, on this computer: nothing leaves it',
    url: 'http://localhost:11434/v1',
    modelPlaceHolder: 'llama3.1',
    key: 'no',
  },
  {
    label: '$(server) Another address',
    detail: 'Whatever speaks OpenAI’s chat API: vLLM, llama.cpp, LM Studio, a gateway',
    urlPlaceHolder: 'http://localhost:8000/v1',
    modelPlaceHolder: 'as the server calls it',
    key: 'ask',
  },
];

const EDITORS_OWN = { label: '$(vscode) One of the editor’s own', detail: 'Such as those of GitHub Copilot' };

/** Asks for what is needed, step by step, and saves nothing before the last; then the model is tested. */
export async function addModel(requests: ModelRequests): Promise<void> {
  const kind = await vscode.window.showQuickPick<Kind | typeof EDITORS_OWN>([...KINDS, EDITORS_OWN], {
    title: 'Add a model',
    ignoreFocusOut: true,
    matchOnDetail: true,
  });
  if (!kind) return;
  const entry = 'key' in kind ? await askServed(kind) : await askEditors();
  if (!entry) return;
  const taken = modelSettings.names;
  const name = await ask({
    title: 'Add a model: its name',
    prompt: 'What you choose it by.',
    value: suggestedName(entry.model ?? entry.editor ?? '', taken),
    validateInput: (value) => nameProblem(value, taken),
  });
  if (name === undefined) return;
  await modelSettings.add(name, entry, { forWorkspace: false });
  const result = await triedModel(requests, name);
  await tellAdded(name, result?.works === true, result?.lines.at(-1));
}

async function askServed(kind: Kind): Promise<ModelEntry | undefined> {
  const url =
    kind.url ??
    (await ask({
      title: 'Add a model: the address of its server',
      placeHolder: kind.urlPlaceHolder ?? '',
      validateInput: addressProblem,
    }));
  if (url === undefined) return undefined;
  const model = await ask({
    title: 'Add a model: which one?',
    placeHolder: kind.modelPlaceHolder,
    validateInput: (value) => (value.trim() === '' ? 'The name that the server knows it by.' : undefined),
  });
  if (model === undefined) return undefined;
  const apiVersion =
    kind.apiVersion === true
      ? await ask({ title: 'Add a model: the version of the API', value: '2024-10-21' })
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
      { label: 'Anybody may ask', key: false },
      { label: 'With a key', detail: 'Asked for next, and kept secret by the editor', key: true },
    ],
    { title: 'Add a model: does it want a key?', ignoreFocusOut: true },
  );
  return choice?.key;
}

/** Undefined where there is none, or the user gave up. */
async function askEditors(): Promise<ModelEntry | undefined> {
  const models = await vscode.lm.selectChatModels();
  if (models.length === 0) {
    void vscode.window.showInformationMessage(
      'The editor has no language models. Install and sign in to an extension that brings some, such as GitHub Copilot, and try again.',
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
    { title: 'Add a model: which of the editor’s own?', ignoreFocusOut: true, matchOnDescription: true },
  );
  return picked && { editor: picked.editor };
}

async function tellAdded(name: string, works: boolean, problem: string | undefined): Promise<void> {
  const [use, settings, test] = ['Use It', 'Open Settings', 'Test Again'];
  const choice = works
    ? await vscode.window.showInformationMessage(`The model ${name} was added, and works.`, use, settings)
    : await vscode.window.showWarningMessage(
        `The model ${name} was added, but does not work yet. ${problem ?? 'It was not tested to the end.'}`,
        test,
        settings,
      );
  if (choice === use) await modelSettings.choose(name, vscode.window.activeTextEditor?.document);
  if (choice === test) await vscode.commands.executeCommand('funfusic.testModel', name);
  if (choice === settings)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'funfusic.models');
}
