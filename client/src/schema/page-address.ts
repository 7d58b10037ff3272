import * as vscode from 'vscode';
import { SCHEMA_FOLDER, SCHEMA_OVERVIEW, SCHEMA_SCHEME } from '../../../server/src/protocol/index';

/** The URI of the page of an ID. An empty ID is the schema overview. */
export function pageAddress(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEMA_SCHEME, path: SCHEMA_FOLDER + (id || SCHEMA_OVERVIEW) });
}

/** The ID of a schema page; undefined for other URIs. */
export function idOfPage({ scheme, path }: vscode.Uri): string | undefined {
  if (scheme !== SCHEMA_SCHEME || !path.startsWith(SCHEMA_FOLDER)) return undefined;
  const name = path.slice(SCHEMA_FOLDER.length);
  return name === SCHEMA_OVERVIEW ? '' : name;
}
