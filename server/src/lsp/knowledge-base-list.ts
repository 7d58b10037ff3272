import { listKnowledgeBases } from '../core/kb/kb-list';
import { KB_LIST_REQUEST, type KbInfo } from '../protocol/index';
import type { Feature } from './feature';

/** The KBs that can be chosen. */
export const knowledgeBaseList: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(KB_LIST_REQUEST, async (): Promise<readonly KbInfo[]> => {
      const { knowledgeBases } = await workspace.settingsOf(undefined);
      return listKnowledgeBases(knowledgeBases);
    });
  },
};
