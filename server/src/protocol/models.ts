/** The models: which there are, whether they answer, and those that the editor has. */
import type { ModelRequest } from '../core/model/language-model';

/** Asks for the models that can be chosen; answered with `ModelInfo[]`. */
export const MODEL_LIST_REQUEST = 'funfusic/models';

export interface ModelInfo {
  readonly name: string;
  readonly kind: 'server' | 'editor';
  /** Who gets what is sent: an origin, or the editor's id for it. */
  readonly where: string;
  /** As its server calls it. */
  readonly model: string;
  /** It runs on this computer: nothing leaves it. */
  readonly local: boolean;
}

/** Asks whether a model answers; answered with a `KbTestResult`. Costs a few tokens. */
export const MODEL_TEST_REQUEST = 'funfusic/testModel';

export interface ModelTestParams {
  readonly model: string;
}

/** Sent by the client: the key of a model is no longer what it was. */
export const MODEL_CHANGED_NOTIFICATION = 'funfusic/modelChanged';

/** Asked by the server: has one of the editor's own models complete a request; answered with a `Completion`. */
export const EDITOR_MODEL_REQUEST = 'funfusic/editorModel';

export interface EditorModelParams {
  /** The editor's id for it. */
  readonly id: string;
  readonly request: ModelRequest;
  readonly timeoutSeconds: number;
  /** Parts of the reply are told with it by `EDITOR_MODEL_PART_NOTIFICATION`. */
  readonly key: string;
}

/** Sent by the client while one of the editor's models writes. */
export const EDITOR_MODEL_PART_NOTIFICATION = 'funfusic/editorModelPart';

export interface EditorModelPart {
  readonly key: string;
  readonly text: string;
}
