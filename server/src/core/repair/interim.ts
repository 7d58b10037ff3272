/** Stand-ins for what other parts will do. */
export interface ModelContext {
  readonly text: string;
  has(iri: string): boolean;
}

export function gatherContext(): Promise<ModelContext> {
  return Promise.resolve({ text: 'Nothing is known.', has: () => true });
}

export function inTheAuthorsWords(_before: string, proposal: string): string {
  return proposal;
}
