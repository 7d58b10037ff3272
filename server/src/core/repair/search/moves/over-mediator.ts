/** Two relations over a mediator in the place of one: what is asked for lies one step further. */
import { isSystem } from '../../../schema/domains';
import { termText } from '../../../query/why-empty/pattern-text';
import type { KbSchema } from '../../../schema/schema';
import { relevance } from '../closeness';
import type { KbQuestions } from '../kb-questions';
import type { Move } from '../move';
import { relationCost } from '../../../schema/inference/relation-cost';
import { rewritten, type Hop } from '../rewrite';
import { isAnchored, relationPlaces, restWithout, type Place, type Scene } from '../scene';
import { usualness } from '../usualness';
import { wayCost } from '../way-cost';
import { relationsThere } from './kb-relations';
import { TURN } from './turned';

const HOP = 1;
const MOST_PAIRS = 400;

export async function overMediator(scene: Scene): Promise<readonly Move[]> {
  const { questions } = scene.court;
  if (!questions) return [];
  const moves: Move[] = [];
  for (const place of relationPlaces(scene)) {
    if (place.to.kind === 'literal') continue;
    const rest = restWithout(scene, place.part);
    for (const pair of await pairsThere(scene, questions, place, rest))
      moves.push({ ...moveTo(scene, place, pair), matches: true });
  }
  return moves;
}

interface Pair {
  readonly hops: readonly Hop[];
  /** How unusual the second is after the first. */
  readonly rarity: number;
}

/** From the end that is known to a mediator, and from there to the other end. */
async function pairsThere(
  scene: Scene,
  questions: KbQuestions,
  place: Place,
  rest: string,
): Promise<readonly Pair[]> {
  const { model, schema } = scene;
  const { part, from, to } = place;
  const forward = from.kind === 'iri' || (to.kind !== 'iri' && isAnchored(scene, from, part));
  const [start, end] = forward ? [from, to] : [to, from];
  if (!isAnchored(scene, start, part)) return [];
  const open = { kind: 'variable' as const, name: 'its_mediator', range: end.range };
  const first = await relationsThere(scene, questions, start, open, start.kind === 'iri' ? '' : rest);
  const toMediators = likeliest(
    scene,
    place.id,
    first.filter((hop) => leadsToMediator(schema, hop)),
  );
  if (!toMediators.length) return [];
  const pairs: Pair[] = [];
  for (const inverse of [false, true]) {
    const ids = toMediators
      .filter((hop) => hop.inverse === inverse)
      .map(({ id }) => `<${schema.namespace}${id}>`);
    if (!ids.length) continue;
    const step = inverse
      ? `?its_mediator ?first ${termText(model, start)} .`
      : `${termText(model, start)} ?first ?its_mediator .`;
    const rows = await questions.rows(
      model,
      '?first ?second',
      `${rest}\nVALUES ?first { ${ids.join(' ')} }\n${step}\n?its_mediator ?second ${termText(model, end)} .\nFILTER(!sameTerm(${termText(model, end)}, ${termText(model, start)}))`,
      MOST_PAIRS,
    );
    for (const [one, other] of rows) {
      const [from, to] = [schema.idOf(one?.value ?? ''), schema.idOf(other?.value ?? '')];
      if (from === undefined || to === undefined || isSystem(to)) continue;
      const hops = forward
        ? [
            { id: from, inverse },
            { id: to, inverse: false },
          ]
        : [
            { id: to, inverse: true },
            { id: from, inverse: !inverse },
          ];
      pairs.push({ hops, rarity: wayCost(scene, { id: from, inverse }, to, end) });
    }
  }
  return pairs;
}

const MOST_FIRST = 16;

/** By what is written and by the question: all of them would be too many to follow. */
function likeliest({ schema, court: { question } }: Scene, id: string, hops: readonly Hop[]): readonly Hop[] {
  const cost = (hop: Hop): number =>
    relationCost(schema, id, hop.id) - (question ? 3 * relevance(hop.id, question, schema).asked : 0);
  return hops
    .map((hop) => ({ hop, cost: cost(hop) }))
    .sort((left, right) => left.cost - right.cost)
    .slice(0, MOST_FIRST)
    .map(({ hop }) => hop);
}

export function leadsToMediator(schema: KbSchema, { id, inverse }: Hop): boolean {
  const relation = schema.relation(id);
  return schema.type((inverse ? relation?.domain : relation?.range) ?? '')?.kind === 'mediator';
}

function moveTo({ model, schema }: Scene, { triple, id }: Place, { hops, rarity }: Pair): Move {
  // The author may have had either of the two in mind.
  const costs = hops.map(
    (hop) => relationCost(schema, id, hop.id) + usualness(schema, id, hop.id) + (hop.inverse ? TURN : 0),
  );
  return {
    edits: rewritten(model, schema, triple, hops),
    brings: hops.map((hop) => hop.id),
    change: `${id} → ${hops.map((hop) => `${hop.inverse ? '^' : ''}${hop.id}`).join(' / ')}`,
    cost: HOP + rarity + Math.min(...costs),
  };
}
