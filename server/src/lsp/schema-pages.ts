/** The addresses of schema pages: custom URIs for a client that shows such pages, files in the cache folder for others. */
import { pathToFileURL } from 'node:url';
import { schemaPageFolder, systemCacheFolder, writeSchemaPage } from '../compose/files';
import { schemaPage } from '../core/edit/schema-page';
import type { KbSchema } from '../core/schema/schema';
import { SCHEMA_FOLDER, SCHEMA_OVERVIEW, SCHEMA_SCHEME } from '../protocol/index';

export class SchemaPages {
  /** The URIs of the files that this process has written. */
  private readonly written = new WeakMap<KbSchema, Map<string, string | undefined>>();

  constructor(
    private readonly options: () => {
      readonly schemaPages: boolean;
      readonly cacheFolder: string | undefined;
    },
  ) {}

  /** Undefined if the page cannot be written to a file. */
  uriOf(schema: KbSchema, id: string): string | undefined {
    const { schemaPages, cacheFolder = systemCacheFolder() } = this.options();
    if (schemaPages) return `${SCHEMA_SCHEME}:${SCHEMA_FOLDER}${encodeURIComponent(id || SCHEMA_OVERVIEW)}`;
    if (cacheFolder === undefined) return undefined;
    const written = this.written.get(schema) ?? new Map<string, string | undefined>();
    this.written.set(schema, written);
    if (!written.has(id)) written.set(id, writePage(cacheFolder, schema, id));
    return written.get(id);
  }
}

function writePage(cacheFolder: string, schema: KbSchema, id: string): string | undefined {
  const { name, namespace, relationCount, typeCount } = schema;
  const folder = schemaPageFolder(cacheFolder, JSON.stringify([name, namespace, relationCount, typeCount]));
  const path = writeSchemaPage(folder, id, schemaPage(schema, id).text);
  return path === undefined ? undefined : pathToFileURL(path).href;
}
