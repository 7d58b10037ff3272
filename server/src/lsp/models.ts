/** The open models. A model is opened on first use, and again when its settings or its key change. */
import { CancellationTokenSource, type Connection } from 'vscode-languageserver';
import { openModel, type AskEditor, type ModelEnvironment, type OpenedModel } from '../compose/models';
import { memoryStore, type CompletionStore } from '../core/model/cache';
import { keyAdviceInEditor, keyAdviceInEnvironment } from '../core/model/model-config';
import type { LanguageModel } from '../core/model/language-model';
import { EDITOR_MODEL_PART_NOTIFICATION, EDITOR_MODEL_REQUEST, type Problem } from '../protocol/index';
import type { Settings } from '../settings/settings';
import type { ClientAbilities } from './client-abilities';
import { onNotification, request } from './requests';
import { readSecret } from './secrets';
import { toModelRequest } from './to-protocol';

interface OpenModel {
  readonly config: string;
  readonly model: OpenedModel;
  readonly replies: CompletionStore;
}

/** The maximum number of cached replies of each model. */
const MAX_REPLIES = 500;

/** Models are used for requests of the user only, who may be asked for a key. */
export class Models {
  private readonly opened = new Map<string, OpenModel>();
  private readonly environment: ModelEnvironment;

  constructor(
    connection: Connection,
    editorHttp: () => Promise<unknown>,
    client: () => Pick<ClientAbilities, 'storesSecrets'>,
  ) {
    this.environment = {
      keyOf: (model, address, rejected) =>
        readSecret(connection, client(), {
          kb: model,
          of: 'model',
          address,
          what: 'key',
          ...(rejected && { rejected }),
        }),
      keyAdvice: (model, address, wanted) =>
        client().storesSecrets
          ? keyAdviceInEditor(model, wanted)
          : keyAdviceInEnvironment(model, address, wanted),
      editorHttp,
      askEditor: askEditorBy(connection),
    };
  }

  /** Opens the model with a name in the settings. */
  named(name: string, { models }: Pick<Settings, 'models'>): LanguageModel | Problem {
    const config = Object.hasOwn(models, name) ? models[name] : undefined;
    const serialized = JSON.stringify(config ?? null);
    const known = this.opened.get(name);
    if (known?.config === serialized) return known.model;
    const model = openModel(name, config, this.environment);
    if ('problem' in model) this.opened.delete(name);
    else this.opened.set(name, { config: serialized, model, replies: memoryStore(MAX_REPLIES) });
    return model;
  }

  /** The replies of a model that are cached since it was opened. */
  repliesOf(name: string): CompletionStore {
    return this.opened.get(name)?.replies ?? memoryStore(0);
  }

  /** Opens the model again, and requests its key again, on next use. Running requests continue. */
  forget(name: string): void {
    this.opened.delete(name);
  }

  async close(): Promise<void> {
    const all = [...this.opened.values()];
    this.opened.clear();
    for (const { model } of all) await model.close?.();
  }
}

/** The parts of a reply arrive as notifications with the key of the request. */
function askEditorBy(connection: Connection): AskEditor {
  const listeners = new Map<string, (part: string) => void>();
  let count = 0;
  onNotification(connection, EDITOR_MODEL_PART_NOTIFICATION, ({ key, text }) => listeners.get(key)?.(text));
  return async (modelRequest, onPart, signal) => {
    const key = String(++count);
    const source = new CancellationTokenSource();
    const cancel = (): void => source.cancel();
    listeners.set(key, onPart);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const params = { ...modelRequest, request: toModelRequest(modelRequest.request), key };
      return await request(connection, EDITOR_MODEL_REQUEST, params, source.token);
    } finally {
      listeners.delete(key);
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  };
}
