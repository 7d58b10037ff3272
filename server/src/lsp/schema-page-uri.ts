/** The URI of a schema page, for clients that can open it. */
import { SCHEMA_FOLDER, SCHEMA_OVERVIEW, SCHEMA_SCHEME } from '../protocol/index';

export function schemaPageUri(id: string): string {
  return `${SCHEMA_SCHEME}:${SCHEMA_FOLDER}${encodeURIComponent(id || SCHEMA_OVERVIEW)}`;
}
