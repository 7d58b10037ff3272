import type {
  FromPanel,
  PanelState,
  ParamsOf,
  PanelRequest,
  PanelReplies,
  ToPanel,
} from '../shared/messages';

interface VsCodeApi {
  postMessage(message: FromPanel): void;
  getState(): unknown;
  setState(state: PanelState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();
const waiting = new Map<number, (reply: ToPanel & { readonly type: 'answer' }) => void>();
let asked = 0;

/** The extension, as seen from its page. */
export const host = {
  send: (message: FromPanel): void => api.postMessage(message),

  saveState: (state: PanelState): void => api.setState(state),

  savedState: (): unknown => api.getState(),

  /** Rejects with the problem. An aborted request is never answered. */
  ask<What extends PanelRequest>(
    what: What,
    params: ParamsOf<What>,
    signal?: AbortSignal,
  ): Promise<PanelReplies[What]> {
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      waiting.set(id, (reply) => {
        if ('problem' in reply) reject(new Error(reply.problem));
        else resolve(reply.result as PanelReplies[What]);
      });
      signal?.addEventListener('abort', () => {
        if (waiting.delete(id)) api.postMessage({ type: 'drop', id });
      });
      api.postMessage({ type: 'ask', id, what, params } as FromPanel);
    });
  },

  listen(hear: (message: Exclude<ToPanel, { readonly type: 'answer' }>) => void): void {
    window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
      if (data.type !== 'answer') {
        hear(data);
        return;
      }
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    });
    api.postMessage({ type: 'ready' });
  },
};
