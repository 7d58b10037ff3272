/** The address of a schema page. Whether one is given out depends on the client: only ours can open them. */
import type { ClientCapabilities } from 'vscode-languageserver';
import { SCHEMA_FOLDER, SCHEMA_OVERVIEW, SCHEMA_SCHEME, type ExperimentalCapabilities } from '../protocol';

export function schemaPageUri(id: string): string {
  return `${SCHEMA_SCHEME}:${SCHEMA_FOLDER}${encodeURIComponent(id || SCHEMA_OVERVIEW)}`;
}

export function showsSchemaPages(capabilities: ClientCapabilities): boolean {
  const experimental = capabilities.experimental as ExperimentalCapabilities | null | undefined;
  return experimental?.funfusic?.schemaPages === true;
}
