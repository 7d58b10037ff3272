/** The messages before the protocol begins, between the extension in a browser and the worker of its language server. */
export interface WebServerStart {
  /** The address of the extension's folder `dist`, with a slash at its end. */
  readonly dist: string;
}

export type WebServerReply = { readonly ready: true } | { readonly problem: string };
