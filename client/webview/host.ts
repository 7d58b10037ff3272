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
const pending = new Map<number, (reply: ToPanel & { readonly type: 'answer' }) => void>();
let requestCount = 0;

/** Sends messages to the extension and receives its replies. */
export const host = {
  send: (message: FromPanel): void => api.postMessage(message),

  saveState: (state: PanelState): void => api.setState(state),

  savedState: (): unknown => api.getState(),

  /** Sends a request. Rejects with the problem; an aborted request is never settled. */
  request<What extends PanelRequest>(
    what: What,
    params: ParamsOf<What>,
    signal?: AbortSignal,
  ): Promise<PanelReplies[What]> {
    requestCount += 1;
    const id = requestCount;
    return new Promise((resolve, reject) => {
      pending.set(id, (reply) => {
        if ('problem' in reply) reject(new Error(reply.problem));
        else resolve(reply.result as PanelReplies[What]);
      });
      signal?.addEventListener('abort', () => {
        if (pending.delete(id)) api.postMessage({ type: 'drop', id });
      });
      api.postMessage({ type: 'ask', id, what, params } as FromPanel);
    });
  },

  listen(handle: (message: Exclude<ToPanel, { readonly type: 'answer' }>) => void): void {
    window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
      if (data.type !== 'answer') {
        handle(data);
        return;
      }
      pending.get(data.id)?.(data);
      pending.delete(data.id);
    });
    api.postMessage({ type: 'ready', width: window.innerWidth, windowWidth: window.outerWidth });
  },
};
