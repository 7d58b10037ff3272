/** Questions with the relations and classes of their gold queries, from the folder of questions; each question once. */
import { isSystem } from '../../server/src/core/schema/domains';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { foldsOf, simpleQuery } from '../ask/question-sets';
import { goldQueries, modelQueries } from '../corpus/questions';
import { normalised } from '../folds';
import { irisIn } from '../schema/uses';
import type { Facts } from './facts';

export interface Gold {
  readonly set: string;
  /** With `…` for the names of its entities. */
  readonly question: string;
  /** Those that say something of the KB itself are left out. */
  readonly relations: readonly string[];
  readonly classes: readonly string[];
  readonly entities: readonly string[];
  /** Kept apart to be measured with, never learnt from. */
  readonly heldOut: boolean;
}

const SETS: Readonly<Record<string, string>> = {
  'webqsp-train-answered': 'webqsp',
  'webqsp-train-more': 'more',
  'grailqability-dev': 'grail',
  'graphqability-dev': 'graph',
  'complexwebquestions-val': 'cwq',
  'complexwebquestions-virtuoso': 'cwq',
};

/** With the facts of a KB, the names of entities are those that it has. */
export function goldOf(folder: string, schema: KbSchema, facts: Facts): readonly Gold[] {
  const simple = JSON.parse(readFileSync(join(folder, 'simplequestions-valid.json'), 'utf8')) as readonly {
    readonly question: string;
    readonly subject: string;
    readonly relation: string;
  }[];
  const pairs = [
    ...goldQueries(folder).map(({ set, question, query }) => ({ set: SETS[set] ?? set, question, query })),
    ...simple.map(({ question, subject, relation }) => ({
      set: 'simple',
      question,
      query: simpleQuery(subject, relation),
    })),
    ...modelQueries(folder).map(({ question, gold }) => ({ set: 'models', question, query: gold })),
  ];
  const folds = foldsOf(folder);
  const seen = new Set<string>();
  return pairs.flatMap(({ set, question, query }): readonly Gold[] => {
    const key = normalised(question);
    if (seen.has(key)) return [];
    seen.add(key);
    const ids = [...irisIn(query)].flatMap((iri) => schema.idOf(iri) ?? []);
    const entities = [...new Set(query.match(/\b[mg]\.[0-9a-z_]{2,}/g))];
    const relations = ids.filter((id) => schema.hasRelation(id) && !isSystem(id));
    if (!relations.length) return [];
    return [
      {
        set,
        question: masked(
          question,
          entities.flatMap((id) => facts.namesOf(id)),
        ),
        relations,
        classes: ids.filter((id) => schema.type(id)?.kind === 'entity' && !isSystem(id)),
        entities,
        heldOut: folds.of({ question, sparql: query }) === HELD_OUT,
      },
    ];
  });
}

/** That which is measured with. */
const HELD_OUT = 0;
/** So short a name stands in other words. */
const SHORTEST_NAME = 3;

function masked(question: string, names: readonly string[]): string {
  let text = question;
  for (const name of [...names].sort((left, right) => right.length - left.length)) {
    const at = name.length < SHORTEST_NAME ? -1 : text.toLowerCase().indexOf(name.toLowerCase());
    if (at >= 0) text = `${text.slice(0, at)} … ${text.slice(at + name.length)}`;
  }
  return text;
}
