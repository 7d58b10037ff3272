/** Finds the relations that lead on from many nodes at once, for the look-ahead. The two hops through a mediator are one step. */
import type { KnowledgeBase } from '../../../kb/knowledge-base';
import { isQueryableIri } from '../../../query/entity-directory';
import { queryRows } from '../../../query/query-rows';
import { isSystem } from '../../../schema/domain-index';
import type { KbSchema } from '../../../schema/schema';
import type { Hop } from '../../../candidates/surroundings/surroundings';

type NextSteps = ReadonlyMap<string, readonly (readonly Hop[])[]>;

const LIMITS = { timeoutMs: 10_000, maxRows: 20_000 };
/** Facts that one query reads. A country has millions. */
const MAX_FACTS = 50_000;

/** Sends up to two queries. Returns no steps if the KB does not answer. */
export async function findNextSteps(
  nodes: readonly string[],
  kb: KnowledgeBase,
  schema: KbSchema,
  allowed: ReadonlySet<string> | undefined,
  signal: AbortSignal,
): Promise<NextSteps> {
  const steps = new Map<string, (readonly Hop[])[]>();
  const isUsable = (id: string): boolean => !isSystem(id) && (allowed?.has(id) ?? true);
  const leadsToMediator = (id: string): boolean => schema.isMediator(schema.relation(id)?.range);
  const add = (node: string, ...relations: readonly string[]): void => {
    const hops = relations.map((relation) => ({ relation, reverse: false }));
    steps.set(node, [...(steps.get(node) ?? []), hops]);
  };
  const throughMediators: string[] = [];
  const iris = [...new Set(nodes)].filter(isQueryableIri);
  const values = iris.map((iri) => `<${iri}>`).join(' ');
  for (const [node = '', relation = ''] of await find('?n ?p', `VALUES ?n { ${values} } ?n ?p ?o .`, iris)) {
    const id = schema.idOf(relation);
    if (id === undefined || !isUsable(id)) continue;
    if (leadsToMediator(id)) throughMediators.push(`(<${node}> <${relation}>)`);
    else add(node, id);
  }
  const pairs = `VALUES (?n ?p) { ${throughMediators.join(' ')} }`;
  const onward = await find('?n ?p ?q', `${pairs} ?n ?p ?m . ?m ?q ?o .`, throughMediators);
  for (const [node = '', first = '', second = ''] of onward) {
    const ids = [first, second].flatMap((relation) => schema.idOf(relation) ?? []);
    if (ids.length === 2 && ids.every(isUsable) && !leadsToMediator(ids[1] ?? '')) add(node, ...ids);
  }
  return steps;

  async function find(
    variables: string,
    pattern: string,
    starts: readonly string[],
  ): Promise<readonly (readonly string[])[]> {
    if (!starts.length) return [];
    const facts = `SELECT ${variables} WHERE { ${pattern} } LIMIT ${MAX_FACTS}`;
    const answer = await queryRows(kb, `SELECT DISTINCT ${variables} WHERE { { ${facts} } }`, LIMITS, signal);
    return 'problem' in answer ? [] : answer.rows.map((row) => row.map((term) => term?.value ?? ''));
  }
}
