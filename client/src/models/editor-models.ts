import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  EDITOR_MODEL_PART_NOTIFICATION,
  EDITOR_MODEL_REQUEST,
  type ModelCompletion,
  type EditorModelPart,
  type ModelRequest,
} from '../../../server/src/protocol/index';
import { onRequest } from '../requests';

/** Sends requests of the server to the models of the editor, which only the client can call. */
export function listenForEditorModels(client: LanguageClient): void {
  onRequest(client, EDITOR_MODEL_REQUEST, ({ id, key, request }, token) => {
    const sendPart = (text: string): void => {
      const part: EditorModelPart = { key, text };
      void client.sendNotification(EDITOR_MODEL_PART_NOTIFICATION, part);
    };
    return complete(id, request, sendPart, token);
  });
}

/** The same limit as for other models. */
const MAX_CHARACTERS = 1_000_000;

async function complete(
  id: string,
  request: ModelRequest,
  sendPart: (text: string) => void,
  token: vscode.CancellationToken,
): Promise<ModelCompletion> {
  try {
    const model = await findModel(id);
    if (!model) return failed('unreachable', await missingModelMessage(id));
    const messages = messagesOf(request);
    const response = await model.sendRequest(messages, optionsOf(request), token);
    let text = '';
    for await (const part of response.text) {
      text += part;
      if (text.length > MAX_CHARACTERS)
        return failed(
          'server',
          vscode.l10n.t(
            'The model {0} sent a reply longer than {1} characters. Select another model.',
            id,
            MAX_CHARACTERS,
          ),
        );
      sendPart(part);
    }
    return { status: 'completed', text, finish: 'stop', usage: await usageOf(model, messages, text, token) };
  } catch (error) {
    return toFailure(error, id);
  }
}

/** Finds a model by `vendor/id`. An ID may contain slashes. */
async function findModel(id: string): Promise<vscode.LanguageModelChat | undefined> {
  const slash = id.indexOf('/');
  const exact =
    slash > 0
      ? await vscode.lm.selectChatModels({ vendor: id.slice(0, slash), id: id.slice(slash + 1) })
      : [];
  // The user may also have entered a family, such as copilot/gpt-4o.
  return exact[0] ?? (await vscode.lm.selectChatModels()).find((model) => matchesName(model, id));
}

function matchesName({ vendor, id, family, name }: vscode.LanguageModelChat, searched: string): boolean {
  return [id, family, name, `${vendor}/${id}`, `${vendor}/${family}`, `${vendor}/${name}`].includes(searched);
}

async function missingModelMessage(id: string): Promise<string> {
  const models = await vscode.lm.selectChatModels();
  const others = models.slice(0, MAX_NAMED).map((model) => `${model.vendor}/${model.id}`);
  return others.length === 0
    ? vscode.l10n.t(
        'The editor has no language models now, so {0} is unavailable. Sign in to the extension that provides it, or select another model.',
        id,
      )
    : vscode.l10n.t(
        'The editor has no model {0}. Select another one, for example {1}.',
        id,
        others.join(', '),
      );
}

const MAX_NAMED = 5;

/** The editor has no system role, so system messages are put before the first user message. */
function messagesOf({ messages }: ModelRequest): vscode.LanguageModelChatMessage[] {
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  const rest = messages.filter(({ role }) => role !== 'system');
  const first = rest[0]?.role === 'user' ? rest[0] : undefined;
  const others = first ? rest.slice(1) : rest;
  const opening = [...system, first?.content ?? ''];
  return [
    vscode.LanguageModelChatMessage.User(opening.filter((part) => part !== '').join('\n\n')),
    ...others.map(({ role, content }) =>
      role === 'assistant'
        ? vscode.LanguageModelChatMessage.Assistant(content)
        : vscode.LanguageModelChatMessage.User(content),
    ),
  ];
}

function optionsOf({ temperature, maxTokens }: ModelRequest): vscode.LanguageModelChatRequestOptions {
  return {
    justification: vscode.l10n.t(
      'FUn-FuSIC answers a question, or repairs or explains a query, at your request.',
    ),
    modelOptions: {
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    },
  };
}

/** The editor does not report usage, but it can count tokens. */
async function usageOf(
  model: vscode.LanguageModelChat,
  messages: readonly vscode.LanguageModelChatMessage[],
  text: string,
  token: vscode.CancellationToken,
): Promise<Extract<ModelCompletion, { status: 'completed' }>['usage']> {
  const count = async (input: string | vscode.LanguageModelChatMessage): Promise<number> => {
    try {
      return await model.countTokens(input, token);
    } catch {
      return typeof input === 'string' ? Math.ceil(input.length / 4) : 0;
    }
  };
  const inputs = await Promise.all(messages.map(count));
  return { input: inputs.reduce((sum, one) => sum + one, 0), output: await count(text), estimated: true };
}

/** Converts an error. After a cancellation, the result is ignored. */
function toFailure(error: unknown, id: string): ModelCompletion {
  const text = textOf(error);
  if (!(error instanceof vscode.LanguageModelError))
    return failed('server', vscode.l10n.t('The editor model {0} failed: {1}', id, text));
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      return failed(
        'unauthorized',
        vscode.l10n.t(
          'FUn-FuSIC is not allowed to use the editor model {0}. Allow it when the editor asks, or select another model.',
          id,
        ),
      );
    case vscode.LanguageModelError.Blocked.name:
      return failed(
        'rate-limited',
        vscode.l10n.t(
          'The editor model {0} does not accept more requests now: {1} Try again later, or select another model.',
          id,
          text,
        ),
      );
    case vscode.LanguageModelError.NotFound.name:
      return failed(
        'unreachable',
        vscode.l10n.t('The editor model {0} no longer exists. Select another model.', id),
      );
    default:
      return failed('server', vscode.l10n.t('The editor model {0} failed: {1}', id, text));
  }
}

/** The cause is more specific than the message of the editor, which may be empty. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : textOf(error.cause);
  const text = error.message || cause || error.name;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function failed(
  reason: Extract<ModelCompletion, { status: 'failed' }>['reason'],
  message: string,
): ModelCompletion {
  return { status: 'failed', reason, message };
}
