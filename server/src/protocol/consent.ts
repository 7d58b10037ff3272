/** Consent to contact an address that the user's settings do not contain. */

/**
 * Asked by the server before it contacts such an address for the user; answered with a boolean. Only clients that say so in
 * `capabilities.experimental` are asked; all others are asked with `window/showMessageRequest`.
 */
export const CONSENT_REQUEST = 'funfusic/consent';

export interface ConsentParams {
  /** One question. */
  readonly message: string;
  /** Where the address comes from, and what is sent there. */
  readonly detail: string;
  /** The title of the button that allows it. */
  readonly action: string;
}

/** What kept a request from being carried out. */
export interface Problem {
  readonly problem: string;
  /** The user did not consent. Nobody needs to be told what they have just decided. */
  readonly declined?: true;
}
