import { formatNumber, t } from '../shared/l10n';
import type { SchemaStatus, ServerStatus } from '../../server/src/protocol/index';

/** The state of the server. */
export type ServerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly status: ServerStatus }
  | { readonly kind: 'stopped'; readonly reason: string };

export type SparqlDialect = ServerStatus['dialect'];

/** The state as text. This file does not import the editor, so that the texts can be tested. */
export interface StatusView {
  readonly icon: string;
  readonly text: string;
  /** One sentence per line. */
  readonly details: readonly string[];
  readonly level: 'normal' | 'warning' | 'error';
}

export function viewStatus(state: ServerState, dialect: SparqlDialect): StatusView {
  switch (state.kind) {
    case 'starting':
      return {
        icon: 'sync~spin',
        text: t('FUn-FuSIC starting'),
        details: [t('The language server is starting.')],
        level: 'normal',
      };
    case 'stopped':
      return {
        icon: 'error',
        text: t('FUn-FuSIC stopped'),
        details: [state.reason, t('Queries are not checked.')],
        level: 'error',
      };
    case 'running':
      return viewSchema(state.status.schema, dialect);
  }
}

function viewSchema(schema: SchemaStatus, dialect: SparqlDialect): StatusView {
  const dialectLine = t('Dialect: {0}.', dialectNames()[dialect]);
  if (schema.state === 'none') {
    const details = [
      schema.problem,
      t('Only syntax is checked. Relations, classes and types are not.'),
      dialectLine,
    ];
    return { icon: 'error', text: t('No KB schema'), details, level: 'error' };
  }
  const size = t('{0} {1} relations', schema.name, formatNumber(schema.relations));
  const text = dialect === 'virtuoso' ? size : `${size} · SPARQL ${dialect === 'sparql11' ? '1.1' : '1.2'}`;
  const origin = schema.state === 'bundled' ? t('bundled') : t('from your settings');
  const summary = t(
    'Schema: {0} ({1}), {2} relations, {3} types.',
    schema.name,
    origin,
    formatNumber(schema.relations),
    formatNumber(schema.types),
  );
  return schema.problem === undefined
    ? { icon: 'database', text, details: [summary, dialectLine], level: 'normal' }
    : { icon: 'warning', text, details: [schema.problem, summary, dialectLine], level: 'warning' };
}

export const dialectNames = (): Readonly<Record<SparqlDialect, string>> => ({
  virtuoso: t('Virtuoso'),
  sparql11: t('standard SPARQL 1.1'),
  sparql12: t('standard SPARQL 1.2'),
});
