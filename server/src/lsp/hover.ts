import { setTimeout as delay } from 'node:timers/promises';
import { LSPErrorCodes, ResponseError, type Hover, type MarkupKind } from 'vscode-languageserver';
import { describeEndpoint } from '../core/edit/endpoint';
import { entityAt, hoverAt } from '../core/edit/hover';
import { describeBackTranslation } from '../core/edit/hover/back-translation';
import type { EntityDetails } from '../core/edit/hover/entity';
import { listKnowledgeBases } from '../core/kb/kb-list';
import type { QueryModel } from '../core/language/sparql/model';
import { describeWithKnownNames } from './describe-query';
import { hoverLogicalForm } from './logical-forms';
import { queryAt, type Feature, type OpenDocument } from './feature';
import { toMarkup, toRange } from './to-lsp';

/** How long a hover waits for a KB. A later answer is cached for the next hover. */
const KB_TIMEOUT_MS = 1000;

export const hover: Feature = {
  capabilities: { hoverProvider: true },
  listen(connection, workspace) {
    connection.onHover(async ({ textDocument, position }, token) => {
      const { hoverFormat } = workspace.client;
      const forms = await workspace.openForms(textDocument.uri);
      if (forms) return hoverLogicalForm(forms, forms.document.offsetAt(position), hoverFormat);
      const open = await workspace.open(textDocument.uri);
      if (!open) return null;
      const found = await hoverQuery(open, open.document.offsetAt(position), hoverFormat);
      return token.isCancellationRequested
        ? new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled')
        : found;
    });
  },
};

async function hoverQuery(open: OpenDocument, offset: number, format: MarkupKind): Promise<Hover | null> {
  const { document, schema, settings, checked } = open;
  const query = queryAt(checked(), offset);
  if (!query) return null;
  const kb = describeEndpoint(query, offset, listKnowledgeBases(settings.knowledgeBases));
  const found = kb ?? hoverAt(query, schema, offset, await lookUpEntity(open, query, offset));
  if (!found) return null;
  return {
    range: toRange(document, found.range),
    contents: toMarkup((await descriptionAt(open, query, offset)) + found.markdown, format),
  };
}

/** The hover of the first keyword begins with a description of the whole query. */
async function descriptionAt(open: OpenDocument, query: QueryModel, offset: number): Promise<string> {
  const { keyword } = query.query;
  if (!keyword || offset < keyword.start || offset > keyword.end) return '';
  const reading = await describeWithKnownNames(open, query);
  if (!reading) return '';
  return `${describeBackTranslation(reading, open.judgementOf(query)).join('\n\n')}\n\n---\n\n`;
}

/** Looks up the entity at an offset. Returns undefined if there is none, or if no KB may be used. */
async function lookUpEntity(
  { schema, entitiesOf }: OpenDocument,
  query: QueryModel,
  offset: number,
): Promise<EntityDetails | undefined> {
  const iri = schema && entityAt(query, schema, offset);
  const entities = iri === undefined ? undefined : entitiesOf(query);
  if (iri === undefined || !entities) return undefined;
  const { kb, directory } = entities;
  // The lookups are not cancelled: their results are cached, and an embedded engine would have to restart.
  const never = new AbortController().signal;
  const found = directory.lookUp([iri], never);
  const described = directory.describe(iri, never);
  const timeout = delay(KB_TIMEOUT_MS, undefined, { ref: false });
  await Promise.race([Promise.all([found, described]), timeout]);
  const entity = directory.known(iri);
  const description = entity && (await Promise.race([described, Promise.resolve(undefined)]));
  return { kb, entity, ...(description !== undefined && { description }) };
}
