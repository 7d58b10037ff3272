/** Checks the files of a dump before they are loaded. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { describeDump, DumpProblem } from '../kb/engine/dump-format';
import { estimateDump, type DumpEstimate } from '../kb/engine/estimate-dump';
import { looksLikeNTriples } from '../kb/engine/n-triples-lines';

export interface InspectedDump {
  /** The estimated number of facts; undefined if it cannot be estimated. */
  readonly facts: number | undefined;
  /** The names of the links to the files, which show their formats. */
  readonly names: readonly string[];
  /** The IRI of the graph to load the facts into. */
  readonly graph: string;
}

/** Checks that the files exist and look like RDF. */
export function inspectDump(files: readonly string[]): InspectedDump | { readonly problem: string } {
  const estimates: (DumpEstimate | undefined)[] = [];
  const names: string[] = [];
  for (const [index, file] of files.entries()) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) return { problem: `${file} does not exist.` };
    if (!stats.isFile()) return { problem: `${file} is not a file. Name a file of N-Triples or Turtle.` };
    try {
      const estimate = estimateDump(file);
      const problem = estimate && contentProblem(basename(file), estimate);
      if (problem !== undefined) return { problem };
      const { gzipped, format = estimate?.format } = describeDump(file);
      names.push(`${index + 1}.${format === 'text/turtle' ? 'ttl' : 'nt'}${gzipped ? '.gz' : ''}`);
      estimates.push(estimate);
    } catch (error) {
      if (error instanceof DumpProblem) return { problem: error.message };
      return { problem: `${file} cannot be read: ${(error as Error).message}.` };
    }
  }
  const isFreebase = estimates.some((estimate) =>
    estimate?.beginning.includes('<http://rdf.freebase.com/ns/'),
  );
  return {
    facts: estimates.includes(undefined)
      ? undefined
      : estimates.reduce((sum, estimate) => sum + (estimate?.facts ?? 0), 0),
    names,
    // Datasets of Freebase name this graph.
    graph: isFreebase ? 'http://freebase.com' : 'urn:dump',
  };
}

function contentProblem(name: string, { format, beginning }: DumpEstimate): string | undefined {
  if (beginning.trim() === '') return `${name} is empty.`;
  if (
    format === 'application/n-triples' &&
    !looksLikeNTriples(Buffer.from(beginning.slice(0, 1e6), 'latin1'))
  )
    return `${name} is not N-Triples: its first lines are not facts. Name a .nt or .ttl file, plain or gzipped.`;
  return undefined;
}
