/** Replaces a class with one that fits the node, or removes it. */
import { isCommunity, isSystem } from '../../../schema/domain-index';
import { unambiguousTypes } from '../../../schema/inference/type-evidence';
import { nameWords } from '../../../schema/inference/name-words';
import { termText } from '../../../query/why-empty/pattern-text';
import { writeIriLike } from '../../../check/schema/wording';
import { classCost, dropCost } from '../move-costs';
import type { RepairMove } from '../move';
import { relatedness } from '../../../question/related-words';
import { removeTriple } from '../rewrite';
import { classPlaces, isAnchored, restWithout, type TriplePlace, type SearchState } from '../search-state';

export async function classes(state: SearchState): Promise<readonly RepairMove[]> {
  const moves: RepairMove[] = [];
  for (const place of classPlaces(state)) {
    const implied = impliedTypes(state, place);
    const matching = await typesInKb(state, place);
    for (const type of new Set([...implied, ...matching])) {
      const move = replaceClass(state, place, type);
      if (move) moves.push(matching.includes(type) ? { ...move, matches: true } : move);
    }
    moves.push(...removeClass(state, place));
  }
  return moves;
}

/** The types that its relations imply. */
function impliedTypes({ schema, inference }: SearchState, { triple }: TriplePlace): readonly string[] {
  const { subject } = triple;
  const link = inference.scopes.relations.find((one) => one.link?.triple === triple)?.link;
  const key = link?.subject.key ?? (subject.kind === 'variable' ? `?${subject.name}` : '');
  return unambiguousTypes(inference.evidenceFor({ key, term: subject }), link).filter(
    (type) => schema.type(type)?.kind !== 'literal',
  );
}

const MAX_TYPES = 3;

/** The types of the matches of the rest that the question mentions. */
async function typesInKb(
  state: SearchState,
  { triple, part, from }: TriplePlace,
): Promise<readonly string[]> {
  const { schema, model } = state;
  const { probes, question } = state.context;
  if (!probes || !question || !isAnchored(state, from, part)) return [];
  const rows = await probes.rows(
    model,
    '?its_type',
    `${restWithout(state, part)}\n${termText(model, from)} <${triple.predicate.iri.iri}> ?its_type .`,
  );
  const matchWithQuestion = (type: string): number => {
    const words = nameWords(type.slice(type.lastIndexOf('.') + 1));
    const sum = words.reduce(
      (all, name) => all + Math.max(0, ...question.words.map((word) => relatedness(word, name))),
      0,
    );
    return words.length ? sum / words.length : 0;
  };
  return rows
    .flatMap(([term]) => schema.idOf(term?.value ?? '') ?? [])
    .filter((type) => schema.hasType(type) && !isSystem(type) && !isCommunity(type))
    .map((type) => ({ type, match: matchWithQuestion(type) }))
    .filter(({ match }) => match >= 0.75)
    .sort((left, right) => right.match - left.match || (left.type < right.type ? -1 : 1))
    .slice(0, MAX_TYPES)
    .map(({ type }) => type);
}

function replaceClass(
  { model, schema }: SearchState,
  { triple: { object } }: TriplePlace,
  type: string,
): RepairMove | undefined {
  if (object.kind !== 'iri') return undefined;
  const now = schema.idOf(object.iri) ?? object.iri;
  if (now === type) return undefined;
  return {
    edits: [{ range: object.range, newText: writeIriLike(object, type, model, schema) }],
    change: `${now} → ${type}`,
    cost: Math.min(1.7, classCost(schema, now, type)),
  };
}

function removeClass({ model, schema }: SearchState, { triple }: TriplePlace): readonly RepairMove[] {
  const { object } = triple;
  const edits = removeTriple(model, triple);
  if (object.kind !== 'iri' || !edits.length) return [];
  const id = schema.idOf(object.iri) ?? object.iri;
  return [{ edits, change: `without the class ${id}`, cost: dropCost(schema, id) }];
}
