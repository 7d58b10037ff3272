import type { SchemaStatus, ServerStatus } from '../../server/src/protocol/index';

/** What is known of the server. */
export type ServerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly status: ServerStatus }
  | { readonly kind: 'stopped'; readonly reason: string };

export type Dialect = ServerStatus['dialect'];

/** A state in words. Nothing here knows the editor, so that every wording can be tested. */
export interface StatusView {
  readonly icon: string;
  readonly text: string;
  /** One sentence a line. */
  readonly details: readonly string[];
  readonly level: 'normal' | 'warning' | 'error';
}

export function viewStatus(state: ServerState, dialect: Dialect): StatusView {
  switch (state.kind) {
    case 'starting':
      return {
        icon: 'sync~spin',
        text: 'FUn-FuSIC starting',
        details: ['The language server is starting.'],
        level: 'normal',
      };
    case 'stopped':
      return {
        icon: 'error',
        text: 'FUn-FuSIC stopped',
        details: [state.reason, 'Queries are not checked.'],
        level: 'error',
      };
    case 'running':
      return viewSchema(state.status.schema, dialect);
  }
}

function viewSchema(schema: SchemaStatus, dialect: Dialect): StatusView {
  const dialectLine = `Dialect: ${dialectNames[dialect]}.`;
  if (schema.state === 'none') {
    const details = [
      schema.problem,
      'Only the syntax is checked: relations, classes and types are not.',
      dialectLine,
    ];
    return { icon: 'error', text: 'No KB schema', details, level: 'error' };
  }
  const text = `${schema.name} ${count(schema.relations)} relations${dialect === 'sparql11' ? ' · SPARQL 1.1' : ''}`;
  const origin = schema.state === 'bundled' ? 'bundled' : 'your own file';
  const size = `Schema: ${schema.name} (${origin}), ${count(schema.relations)} relations, ${count(schema.types)} types.`;
  return schema.problem === undefined
    ? { icon: 'database', text, details: [size, dialectLine], level: 'normal' }
    : { icon: 'warning', text, details: [schema.problem, size, dialectLine], level: 'warning' };
}

export const dialectNames: Readonly<Record<Dialect, string>> = {
  virtuoso: 'Virtuoso',
  sparql11: 'standard SPARQL 1.1',
};

const count = (value: number): string => value.toLocaleString('en');
