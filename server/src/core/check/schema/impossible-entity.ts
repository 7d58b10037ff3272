import { isEntityId, isPossibleEntityId } from '../../language/rdf/ids';
import { irisIn } from '../answer/topics';
import type { Verifier } from '../verifier';
import { replaceIdFix } from './wording';

/** Every entity id is valid. */
export const impossibleEntity: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'An entity id is not valid',
  about:
    'Freebase ids are `m.0` or `g.1` followed by digits, consonants and `_`, without vowels and capitals. An id that the KB has is never reported; whether a valid id exists only a KB can tell. Silent with a custom schema.',
  *verify({ query, schema, inference, kb }) {
    if (!schema.machineIds) return;
    // In `m.x p ?a ; q ?b` the id is the subject of both triples, but reported once.
    const seen = new Set<number>();
    const { all, assignedIris: constants } = inference.scopes;
    for (const term of [...all.flatMap(irisIn), ...constants.map(({ iri }) => iri)]) {
      const id = schema.idOf(term.iri);
      if (id === undefined || seen.has(term.range.start)) continue;
      const [, letter, rest] = SLASHED.exec(id) ?? [];
      if (letter !== undefined && rest !== undefined) {
        seen.add(term.range.start);
        const right = `${letter}.${rest}`;
        yield {
          range: term.range,
          rule: 'impossible-entity',
          message: 'Ids use dots in RDF, not slashes',
          because: '',
          advice: `Write ${right}.`,
          fixes: [{ ...replaceIdFix(right, term, query, schema), safety: 'safe' }],
        };
      } else if (isEntityId(id) && !isPossibleEntityId(id) && kb?.entity(term.iri)?.exists !== true) {
        seen.add(term.range.start);
        yield {
          range: term.range,
          rule: 'impossible-entity',
          message: `${id} is not a valid entity id`,
          because: `A Freebase id is ${id.startsWith('g') ? 'g.1' : 'm.0'} followed by digits, consonants or _. ${explainInvalidId(id)}.`,
          advice: 'Look up the id of the entity, or match it by name with type.object.name.',
          fixes: likelyIds(id).map((right) => ({
            ...replaceIdFix(right, term, query, schema),
            safety: 'unsafe',
          })),
        };
      }
    }
  },
};

/** Likely typing errors: capitals, a letter for a digit, a missing first digit. Whether the suggested id exists is unknown. */
function likelyIds(id: string): readonly string[] {
  const lower = id.toLowerCase();
  const digits = lower.replace('o', '0').replace('i', '1');
  const whole = lower.replace(/^m\.(?!0)/, 'm.0');
  return [lower, digits, whole].filter((one) => one !== id && isPossibleEntityId(one)).slice(0, 1);
}

const SLASHED = /^\/?([mg])\/([0-9a-z_]+)$/;

function explainInvalidId(id: string): string {
  const rest = id.slice(2);
  const bad = /[^0-9b-df-hj-np-tv-z_]/.exec(rest)?.[0];
  if (rest === '') return 'Nothing follows here';
  if (bad !== undefined) return `'${bad}' is not allowed`;
  return 'This one starts differently or has another length';
}
