import type { Term } from '../../language/sparql/model';
import { isEntityId, isPossibleEntityId } from '../../language/rdf/ids';
import type { GivenIri, Scope } from '../../schema/inference/scopes';
import type { Verifier } from '../verifier';
import { changeTo } from './wording';

/** Every entity id has a form that Freebase could have minted. */
export const impossibleEntity: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'An entity id has an impossible form',
  about:
    'Freebase ids are `m.0` or `g.1` and then digits, consonants and `_`: no vowels, no capitals. Whether a well-formed id exists only a KB can tell, and what it has is an entity whatever its form. Silent with a schema of your own.',
  *verify({ query, schema, inference, kb }) {
    if (!schema.machineIds) return;
    // In `m.x p ?a ; q ?b` the id is the subject of both, and told once.
    const seen = new Set<number>();
    const { all, constants } = inference.scopes;
    for (const term of termsOf(all, constants)) {
      const id = term?.kind === 'iri' ? schema.idOf(term.iri) : undefined;
      if (term?.kind !== 'iri' || id === undefined || seen.has(term.range.start)) continue;
      const [, letter, rest] = SLASHED.exec(id) ?? [];
      if (letter !== undefined && rest !== undefined) {
        seen.add(term.range.start);
        const right = `${letter}.${rest}`;
        yield {
          range: term.range,
          rule: 'impossible-entity',
          message: `${id} is not how an entity id is written in RDF; write ${right}`,
          because: 'In RDF a dot stands where Freebase itself writes a slash.',
          advice: `Write ${right}.`,
          fixes: [{ ...changeTo(right, term, query, schema), safety: 'safe' }],
        };
      } else if (isEntityId(id) && !isPossibleEntityId(id) && kb?.entity(term.iri)?.exists !== true) {
        seen.add(term.range.start);
        yield {
          range: term.range,
          rule: 'impossible-entity',
          message: `${id} cannot be an entity id`,
          because: `Freebase ids are ${id.startsWith('g') ? 'g.1' : 'm.0'} and then digits, consonants or _; ${culprit(id)}.`,
          advice:
            'Look up the id of the entity that is meant, or match it by its name with type.object.name.',
          fixes: likelyIds(id).map((right) => ({
            ...changeTo(right, term, query, schema),
            safety: 'unsafe',
          })),
        };
      }
    }
  },
};

/** An id in capitals, with a letter for a digit or without its first digit is often a slip; whether the other exists is not known. */
function likelyIds(id: string): readonly string[] {
  const lower = id.toLowerCase();
  const digits = lower.replace('o', '0').replace('i', '1');
  const whole = lower.replace(/^m\.(?!0)/, 'm.0');
  return [lower, digits, whole].filter((one) => one !== id && isPossibleEntityId(one)).slice(0, 1);
}

const SLASHED = /^\/?([mg])\/([0-9a-z_]+)$/;

function* termsOf(scopes: readonly Scope[], constants: readonly GivenIri[]): Iterable<Term | undefined> {
  for (const { links, choices } of scopes) {
    for (const { subject, object } of links) {
      yield subject.term;
      yield object.term;
    }
    for (const { terms } of choices) yield* terms;
  }
  for (const { iri } of constants) yield iri;
}

function culprit(id: string): string {
  const rest = id.slice(2);
  const bad = /[^0-9b-df-hj-np-tv-z_]/.exec(rest)?.[0];
  if (rest === '') return 'here nothing follows';
  if (bad !== undefined) return `here stands '${bad}'`;
  return 'this one has another beginning or length';
}
