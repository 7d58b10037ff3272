/** The address of a schema page. Whether one is given out depends on the client: only ours can open them. */
import { SCHEMA_FOLDER, SCHEMA_OVERVIEW, SCHEMA_SCHEME } from '../protocol/index';

export function schemaPageUri(id: string): string {
  return `${SCHEMA_SCHEME}:${SCHEMA_FOLDER}${encodeURIComponent(id || SCHEMA_OVERVIEW)}`;
}
