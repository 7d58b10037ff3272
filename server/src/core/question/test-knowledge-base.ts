/** Tests a KB step by step: whether it answers, and whether it has the facts that queries need. */
import type { Examination, Execution, KnowledgeBase, Limits } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import { nameRelations } from './linking/name-queries';
import { INDEX_COMMANDS, probeWordIndex } from './linking/word-index';

export interface TestCircumstances {
  /** The one that queries are checked against; absent where there is none. */
  readonly schema: KbSchema | undefined;
  /** Whether graphs can be named in its settings. */
  readonly hasGraphs: boolean;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
}

/** Each question is small; an endpoint that takes longer than this is not usable. */
const TIMEOUT_MS = 20_000;
/** Going through all graphs may take an endpoint long, and is good to know at most. */
const GRAPHS_TIMEOUT_MS = 5_000;
const RELATIONS_TRIED = 8;
const GRAPHS_TOLD = 5;

export async function testKnowledgeBase(
  kb: KnowledgeBase,
  circumstances: TestCircumstances,
  signal: AbortSignal,
): Promise<Examination> {
  const { lines: before = [], works = true } = (await kb.examine?.(TIMEOUT_MS, signal)) ?? {};
  if (!works) return { works: false, lines: before };
  const began = circumstances.now();
  const anything = await ask(kb, 'ASK { ?s ?p ?o }', signal);
  const milliseconds = Math.round(circumstances.now() - began);
  if (typeof anything !== 'boolean')
    return { works: false, lines: [...before, `It does not answer a query. ${anything.problem}`] };
  const answers = `It answers a query, in ${milliseconds} ms.`;
  const graphs = circumstances.hasGraphs ? await graphsOf(kb, signal) : [];
  const lines = [...before, answers, ...tellGraphs(graphs)];
  if (!anything) return { works: false, lines: [...lines, emptiness(graphs)] };
  const { schema } = circumstances;
  const { works: fits, lines: said } = schema
    ? await compare(kb, schema, lines, signal)
    : { works: true, lines };
  return { works: fits, lines: fits ? [...said, ...(await missingIndex(kb, schema, signal))] : said };
}

/** A Virtuoso that was set up as it comes searches for words and finds none. */
async function missingIndex(
  kb: KnowledgeBase,
  schema: KbSchema | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if ((await kb.engine?.(TIMEOUT_MS, signal)) !== 'virtuoso') return [];
  const index = await probeWordIndex(kb, nameRelations(schema), TIMEOUT_MS, signal);
  if (!index || index.exists) return [];
  return [
    `It has no full-text index, so questions are understood only where they name things as the KB does. To build the index, run in isql: ${INDEX_COMMANDS.join(' ')}`,
  ];
}

/** With a schema that does not fit a KB still works: it may be the schema that is the wrong one. */
async function compare(
  kb: KnowledgeBase,
  schema: KbSchema,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<Examination> {
  const tried = schema.usual.slice(0, RELATIONS_TRIED);
  if (tried.length === 0) return { works: true, lines };
  for (const id of tried) {
    const iri = /^[a-z]+:\/\//i.test(id) ? id : schema.namespace + id;
    const found = await ask(kb, `ASK { ?s <${iri}> ?o }`, signal);
    if (typeof found !== 'boolean')
      return { works: false, lines: [...lines, `It does not answer a second query. ${found.problem}`] };
    if (found) return { works: true, lines: [...lines, `It has facts of ${schema.name}, such as ${id}.`] };
  }
  const missing = `It has no facts of ${schema.name}: none of ${tried.slice(0, 3).join(', ')} and ${tried.length - 3} more is used in <${schema.namespace}>.`;
  const advice = kb.complete
    ? 'Queries that are checked against this schema will find nothing here. Choose another KB, name the graph of the facts in "defaultGraph", or set the schema of this KB in "schema".'
    : 'It does not have everything, so that may be right.';
  return { works: true, lines: [...lines, `${missing} ${advice}`] };
}

async function graphsOf(kb: KnowledgeBase, signal: AbortSignal): Promise<readonly string[]> {
  const limits: Limits = { timeoutMs: GRAPHS_TIMEOUT_MS, maxRows: 100 };
  const query = 'SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } } LIMIT 100';
  const execution = await kb.execute(query, limits, signal);
  if (execution.status !== 'answered' || execution.answer.kind !== 'table') return [];
  return execution.answer.rows
    .flatMap(([graph]) => (graph ? [graph.value] : []))
    .filter((graph) => !OF_THE_ENGINE.test(graph));
}

/** Graphs that Virtuoso makes for itself. */
const OF_THE_ENGINE =
  /openlinksw\.com|^http:\/\/localuriqaserver\/|^https?:\/\/localhost:\d+\/(?:DAV|sparql)\/?$|^http:\/\/www\.w3\.org\/(?:2002\/07\/owl#|ns\/ldp#)$/;

function tellGraphs(graphs: readonly string[]): readonly string[] {
  if (graphs.length === 0) return [];
  const named = graphs.slice(0, GRAPHS_TOLD).map((graph) => `<${graph}>`);
  const more = graphs.length - named.length;
  return [
    `It has ${graphs.length === 1 ? 'the graph' : 'the graphs'} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  ];
}

function emptiness([graph]: readonly string[]): string {
  return graph === undefined
    ? 'It has no facts. Load some into it, or name the graph that has them in "defaultGraph".'
    : `Its default graph has no facts. Name the graph of the facts in "defaultGraph", such as "${graph}".`;
}

async function ask(
  kb: KnowledgeBase,
  query: string,
  signal: AbortSignal,
): Promise<boolean | { readonly problem: string }> {
  const execution = await kb.execute(query, { timeoutMs: TIMEOUT_MS, maxRows: 1 }, signal);
  if (execution.status === 'answered' && execution.answer.kind === 'boolean') return execution.answer.value;
  return { problem: problemOf(execution) };
}

function problemOf(execution: Execution): string {
  return execution.status === 'answered'
    ? 'It was asked a question with yes or no for an answer, and said something else.'
    : execution.message;
}
