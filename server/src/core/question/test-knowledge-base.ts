/** Tests a KB: whether it responds, and whether it has facts of the schema. */
import type { ConnectionTestResult, KnowledgeBase, ExecutionLimits } from '../kb/knowledge-base';
import { INDEX_COMMANDS } from '../kb/virtuoso-setup';
import type { KbSchema } from '../schema/schema';
import { nameRelations } from './linking/name-queries';
import { probeTextIndex } from './linking/text-index';

export interface KbTestOptions {
  /** The schema that queries are checked against. */
  readonly schema: KbSchema | undefined;
  /** Whether a default graph can be set for this KB. */
  readonly hasGraphs: boolean;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

const TIMEOUT_MS = 20_000;
/** Listing the graphs may be slow, and the test succeeds without the list. */
const GRAPHS_TIMEOUT_MS = 5_000;
/** Facts that are searched for graphs: Virtuoso reads all facts otherwise. */
const MAX_FACTS_READ = 1_000_000;
const MAX_TESTED_RELATIONS = 8;
const MAX_LISTED_GRAPHS = 5;

export async function testKnowledgeBase(
  kb: KnowledgeBase,
  { schema, hasGraphs, now }: KbTestOptions,
  signal: AbortSignal,
): Promise<ConnectionTestResult> {
  const connection = await kb.testConnection?.(TIMEOUT_MS, signal);
  const { lines: before = [], works = true, skipped } = connection ?? {};
  if (!works) return { works: false, lines: before };
  const start = now();
  const hasFacts = await ask(kb, 'ASK { ?s ?p ?o }', signal);
  const milliseconds = Math.round(now() - start);
  if (typeof hasFacts !== 'boolean')
    return { works: false, lines: [...before, `It does not answer a query. ${hasFacts.problem}`] };
  const graphs = hasGraphs ? await listGraphs(kb, signal) : [];
  const lines = [...before, `It answers a query, in ${milliseconds} ms.`, ...describeGraphs(graphs)];
  if (!hasFacts) return { works: false, lines: [...lines, explainNoFacts(graphs, hasGraphs)] };
  const result = schema
    ? await compareWithSchema(kb, schema, hasGraphs, lines, signal)
    : { works: true, lines };
  if (!result.works) return result;
  return {
    works: true,
    lines: [...result.lines, ...(await reportMissingIndex(kb, schema, signal))],
    ...(skipped && { skipped }),
  };
}

/** A new Virtuoso has no full-text index. */
async function reportMissingIndex(
  kb: KnowledgeBase,
  schema: KbSchema | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if ((await kb.detectEngine?.(TIMEOUT_MS, signal)) !== 'virtuoso') return [];
  const index = await probeTextIndex(kb, nameRelations(schema), TIMEOUT_MS, signal);
  if (!index || index.exists) return [];
  return [
    `It has no full-text index, so names in questions are recognized only if they are written as in the KB. To build the index, run in isql: ${INDEX_COMMANDS.join(' ')}`,
  ];
}

/** A KB without facts of the schema still works, because the schema may be the wrong one. */
async function compareWithSchema(
  kb: KnowledgeBase,
  schema: KbSchema,
  hasGraphs: boolean,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<ConnectionTestResult> {
  const relations = schema.usual.slice(0, MAX_TESTED_RELATIONS);
  if (relations.length === 0) return { works: true, lines };
  const used = await findUsedRelation(kb, schema, signal);
  if (typeof used === 'object')
    return { works: false, lines: [...lines, `It does not answer a second query. ${used.problem}`] };
  if (used !== undefined)
    return { works: true, lines: [...lines, `It has facts of ${schema.name}, such as ${used}.`] };
  const missing = `It has no facts of ${schema.name}: none of ${relations.slice(0, 3).join(', ')} and ${relations.length - 3} more is used in <${schema.namespace}>.`;
  const advice = kb.complete
    ? `Queries that are checked against this schema will find nothing here. Choose another KB, ${hasGraphs ? 'set the graph of the facts in "defaultGraph", ' : ''}or set the schema of this KB in "schema".`
    : 'It is not marked as complete, so this may be intended.';
  return { works: true, lines: [...lines, `${missing} ${advice}`] };
}

/** One of the most used relations of a schema that the KB has facts of; undefined if it has none. */
export async function findUsedRelation(
  kb: KnowledgeBase,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<string | undefined | { readonly problem: string }> {
  for (const id of schema.usual.slice(0, MAX_TESTED_RELATIONS)) {
    const iri = /^[a-z]+:\/\//i.test(id) ? id : schema.namespace + id;
    const found = await ask(kb, `ASK { ?s <${iri}> ?o }`, signal);
    if (typeof found !== 'boolean') return found;
    if (found) return id;
  }
  return undefined;
}

async function listGraphs(kb: KnowledgeBase, signal: AbortSignal): Promise<readonly string[]> {
  const limits: ExecutionLimits = { timeoutMs: GRAPHS_TIMEOUT_MS, maxRows: 100 };
  const facts = `{ SELECT ?g WHERE { GRAPH ?g { ?s ?p ?o } } LIMIT ${MAX_FACTS_READ} }`;
  const query = `SELECT DISTINCT ?g WHERE { ${facts} } LIMIT 100`;
  const execution = await kb.execute(query, limits, signal);
  if (execution.status !== 'answered' || execution.answer.kind !== 'table') return [];
  return execution.answer.rows
    .flatMap(([graph]) => (graph ? [graph.value] : []))
    .filter((graph) => !SYSTEM_GRAPH.test(graph));
}

/** Graphs that Virtuoso creates itself. */
const SYSTEM_GRAPH =
  /openlinksw\.com|^http:\/\/localuriqaserver\/|^https?:\/\/localhost:\d+\/(?:DAV|sparql)\/?$|^http:\/\/www\.w3\.org\/(?:2002\/07\/owl#|ns\/ldp#)$/;

function describeGraphs(graphs: readonly string[]): readonly string[] {
  if (graphs.length === 0) return [];
  const listed = graphs.slice(0, MAX_LISTED_GRAPHS).map((graph) => `<${graph}>`);
  const more = graphs.length - listed.length;
  return [
    `It has ${graphs.length === 1 ? 'the graph' : 'the graphs'} ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  ];
}

function explainNoFacts([graph]: readonly string[], hasGraphs: boolean): string {
  if (!hasGraphs) return 'It has no facts. Check that its files are the right ones and not empty.';
  return graph === undefined
    ? 'It has no facts. Load facts into it, or set the graph that has them in "defaultGraph".'
    : `Its default graph has no facts. Set the graph of the facts in "defaultGraph", such as "${graph}".`;
}

async function ask(
  kb: KnowledgeBase,
  query: string,
  signal: AbortSignal,
): Promise<boolean | { readonly problem: string }> {
  const execution = await kb.execute(query, { timeoutMs: TIMEOUT_MS, maxRows: 1 }, signal);
  if (execution.status === 'answered' && execution.answer.kind === 'boolean') return execution.answer.value;
  const isAnswered = execution.status === 'answered';
  return { problem: isAnswered ? 'Its response to an ASK query is not a boolean.' : execution.message };
}
