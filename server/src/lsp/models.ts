/** The open models. A model is opened on first use, and again when its settings or its key change. */
import { CancellationTokenSource, type Connection } from 'vscode-languageserver';
import { openModel, type AskEditor, type ModelEnvironment, type OpenedModel } from '../compose/index';
import { memoryStore, type CompletionStore } from '../core/model/cached';
import { keyAdviceInEditor } from '../core/model/model-config';
import type { LanguageModel } from '../core/model/language-model';
import { EDITOR_MODEL_PART_NOTIFICATION, EDITOR_MODEL_REQUEST, SECRET_REQUEST } from '../protocol/index';
import type { Settings } from '../settings/settings';
import { onNotification, request } from './requests';
import { toModelRequest } from './to-protocol';

interface OpenModel {
  readonly config: string;
  readonly model: OpenedModel;
  readonly replies: CompletionStore;
}

/** Cached replies of each model. */
const MAX_REPLIES = 500;

/** Models are used for requests of the user only, who may be asked for a key. */
export class Models {
  private readonly opened = new Map<string, OpenModel>();
  private readonly environment: ModelEnvironment;

  constructor(connection: Connection, editorHttp: () => Promise<unknown>) {
    this.environment = {
      keyOf: async (model, address, rejected) =>
        (await request(connection, SECRET_REQUEST, {
          kb: model,
          of: 'model',
          address,
          what: 'key',
          ...(rejected && { rejected }),
        })) ?? undefined,
      keyAdvice: (model, _address, wanted) => keyAdviceInEditor(model, wanted),
      editorHttp,
      askEditor: askEditorBy(connection),
    };
  }

  /** By its name in the settings. */
  named(name: string, { models }: Pick<Settings, 'models'>): LanguageModel | { readonly problem: string } {
    const config = Object.hasOwn(models, name) ? models[name] : undefined;
    const written = JSON.stringify(config ?? null);
    const known = this.opened.get(name);
    if (known?.config === written) return known.model;
    const model = openModel(name, config, this.environment);
    if ('problem' in model) this.opened.delete(name);
    else this.opened.set(name, { config: written, model, replies: memoryStore(MAX_REPLIES) });
    return model;
  }

  /** The cached replies since it was opened. */
  repliesOf(name: string): CompletionStore {
    return this.opened.get(name)?.replies ?? memoryStore(0);
  }

  /** It is opened again, and its key requested, on next use. Running requests continue. */
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
  return async (asking, tell, signal) => {
    const key = String(++count);
    const cancelling = new CancellationTokenSource();
    const cancel = (): void => cancelling.cancel();
    listeners.set(key, tell);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const params = { ...asking, request: toModelRequest(asking.request), key };
      return await request(connection, EDITOR_MODEL_REQUEST, params, cancelling.token);
    } finally {
      listeners.delete(key);
      signal.removeEventListener('abort', cancel);
      cancelling.dispose();
    }
  };
}
