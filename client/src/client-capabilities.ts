import type { StaticFeature } from 'vscode-languageclient/node';
import {
  ASK_COMMAND,
  CHECK_QUESTION_COMMAND,
  CONVERT_COMMAND,
  DISABLE_CHECK_COMMAND,
  EXPLAIN_COMMAND,
  type ExperimentalCapabilities,
  GO_TO_FINDING_COMMAND,
  REPAIR_COMMAND,
  RUN_COMMAND,
} from '../../server/src/protocol/index';

/** Announces the capabilities of this client: status, schema pages, consent, secrets, and commands. */
export const clientCapabilities: StaticFeature = {
  fillClientCapabilities(capabilities) {
    const experimental: ExperimentalCapabilities = {
      funfusic: {
        status: true,
        schemaPages: true,
        consent: true,
        secrets: true,
        commands: [
          GO_TO_FINDING_COMMAND,
          RUN_COMMAND,
          REPAIR_COMMAND,
          EXPLAIN_COMMAND,
          CHECK_QUESTION_COMMAND,
          ASK_COMMAND,
          CONVERT_COMMAND,
          DISABLE_CHECK_COMMAND,
        ],
      },
    };
    // Diagnostics are pushed: the server also sends those that the KB's answers add later, for all open documents.
    delete capabilities.textDocument?.diagnostic;
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), ...experimental };
  },
  initialize: () => undefined,
  getState: () => ({ kind: 'static' }),
  clear: () => undefined,
};
