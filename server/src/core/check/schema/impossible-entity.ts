import { isEntityId, isPossibleEntityId } from '../../language/rdf/ids';
import type { IriTerm, QueryModel, Term } from '../../language/sparql/model';
import type { KbSchema } from '../../schema/schema';
import { irisIn } from '../answer/topics';
import type { Observation, Verifier } from '../verifier';
import { unmatchedParts } from './unmatched-parts';
import { isTyping, replaceIdFix } from './wording';

/** Every entity id is valid. */
export const impossibleEntity: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'An entity ID is not valid',
  about:
    'Freebase IDs are `m.0` or `g.1` followed by digits, consonants and `_`, without vowels and capitals, and no names such as `Barack_Obama`. A warning where the rest of the query can match without it. An ID that the KB has is never reported; only a KB can tell whether a valid ID exists. Not reported with a custom schema.',
  *verify({ query, schema, inference, kb }) {
    if (!schema.machineIds) return;
    const { all, assignedIris: constants } = inference.scopes;
    // In `m.x p ?a ; q ?b` the id is the subject of both triples, but reported once.
    const found = new Map<number, { readonly term: IriTerm; readonly id: string }>();
    const add = (term: Term | undefined, isInvalid: (id: string) => boolean): void => {
      const id = term?.kind === 'iri' ? schema.idOf(term.iri) : undefined;
      if (term?.kind !== 'iri' || id === undefined) return;
      if (SLASHED.test(id) || (isInvalid(id) && kb?.entity(term.iri)?.exists !== true))
        found.set(term.range.start, { term, id });
    };
    for (const term of [...all.flatMap(irisIn), ...constants.map(({ iri }) => iri)])
      add(term, (id) => isEntityId(id) && !isPossibleEntityId(id));
    // A class is reported as such, and a value of VALUES may be one.
    for (const link of all.flatMap(({ links }) => links))
      for (const { term } of isTyping(schema, link) ? [link.subject] : [link.subject, link.object])
        add(term, (id) => ENGLISH_NAME.test(id));
    if (!found.size) return;
    const parts = unmatchedParts(query.query, found.keys());
    for (const { term, id } of found.values())
      yield {
        ...(parts.isNeeded(term) ? {} : { severity: 'warning' as const }),
        range: term.range,
        rule: 'impossible-entity',
        ...explain(id, term, query, schema),
      };
  },
};

function explain(
  id: string,
  term: IriTerm,
  query: QueryModel,
  schema: KbSchema,
): Pick<Observation, 'message' | 'because' | 'advice' | 'fixes'> {
  const [, letter, rest] = SLASHED.exec(id) ?? [];
  if (letter !== undefined && rest !== undefined) {
    const right = `${letter}.${rest}`;
    return {
      message: 'IDs use dots in RDF, not slashes',
      because: '',
      advice: `Write ${right}.`,
      fixes: [{ ...replaceIdFix(right, term, query, schema), safety: 'safe' }],
    };
  }
  const isName = ENGLISH_NAME.test(id);
  return {
    message: `${id} is not a valid entity ID`,
    because: isName
      ? 'Freebase has no entities with English names as IDs, only IDs such as m.02mjmr.'
      : `A Freebase ID is ${id.startsWith('g') ? 'g.1' : 'm.0'} followed by digits, consonants or _. ${explainInvalidId(id)}.`,
    advice: 'Look up the ID of the entity, or match it by name with type.object.name.',
    fixes: likelyIds(id).map((right) => ({
      ...replaceIdFix(right, term, query, schema),
      safety: 'unsafe',
    })),
  };
}

/** Likely typing errors: capitals, a letter for a digit, a missing first digit. Whether the suggested id exists is unknown. */
function likelyIds(id: string): readonly string[] {
  const lower = id.toLowerCase();
  const digits = lower.replace('o', '0').replace('i', '1');
  const whole = lower.replace(/^m\.(?!0)/, 'm.0');
  return [lower, digits, whole].filter((one) => one !== id && isPossibleEntityId(one)).slice(0, 1);
}

/** `Barack_Obama`: no domain, relation or class has a capital before its first dot. */
const ENGLISH_NAME = /^[a-z0-9_]*[A-Z][\w-]*$/;

const SLASHED = /^\/?([mg])\/([0-9a-z_]+)$/;

function explainInvalidId(id: string): string {
  const rest = id.slice(2);
  const bad = /[^0-9b-df-hj-np-tv-z_]/.exec(rest)?.[0];
  if (rest === '') return 'Nothing follows here';
  if (bad !== undefined) return `'${bad}' is not allowed`;
  return 'It starts differently or has another length';
}
