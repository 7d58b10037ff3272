/** Reads questions with the relations and classes of their gold queries, without duplicates. */
import { isSystem } from '../../server/src/core/schema/domain-index';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { readFolds, simpleQuery } from '../ask/question-sets';
import { goldQueries, TEST_FILES } from '../corpus/questions';
import { normalizeQuestion } from '../folds';
import { findIris } from '../schema/uses';
import type { Facts } from './facts';

export interface RetrievalGold {
  readonly set: string;
  /** The names of its entities are replaced by `…`. */
  readonly question: string;
  /** Without system relations. */
  readonly relations: readonly string[];
  readonly classes: readonly string[];
  readonly entities: readonly string[];
  /** Used for measuring, not for training. */
  readonly heldOut: boolean;
}

const SETS: Readonly<Record<string, string>> = {
  'webqsp-train-answered': 'webqsp',
  'webqsp-train-more': 'more',
  'grailqability-dev': 'grail',
  'graphqability-dev': 'graph',
  'complexwebquestions-val': 'cwq',
};

export function readRetrievalGold(folder: string, schema: KbSchema, facts: Facts): readonly RetrievalGold[] {
  const simple = JSON.parse(readFileSync(join(folder, 'simplequestions-valid.json'), 'utf8')) as readonly {
    readonly question: string;
    readonly subject: string;
    readonly relation: string;
  }[];
  const pairs = [
    ...goldQueries(folder)
      .filter(({ set }) => !TEST_FILES.has(set))
      .map(({ set, question, query }) => ({ set: SETS[set] ?? set, question, query })),
    ...simple.map(({ question, subject, relation }) => ({
      set: 'simple',
      question,
      query: simpleQuery(subject, relation),
    })),
  ];
  const folds = readFolds(folder);
  const seen = new Set<string>();
  return pairs.flatMap(({ set, question, query }): readonly RetrievalGold[] => {
    const key = normalizeQuestion(question);
    if (seen.has(key)) return [];
    seen.add(key);
    const ids = [...findIris(query)].flatMap((iri) => schema.idOf(iri) ?? []);
    const entities = [...new Set(query.match(/\b[mg]\.[0-9a-z_]{2,}/g))];
    const relations = ids.filter((id) => schema.hasRelation(id) && !isSystem(id));
    if (!relations.length) return [];
    return [
      {
        set,
        question: maskNames(
          question,
          entities.flatMap((id) => facts.namesOf(id)),
        ),
        relations,
        classes: ids.filter((id) => schema.type(id)?.kind === 'entity' && !isSystem(id)),
        entities,
        heldOut: folds.foldOf({ question, sparql: query }) === HELD_OUT_FOLD,
      },
    ];
  });
}

const HELD_OUT_FOLD = 0;
/** Shorter names occur inside other words. */
const MIN_NAME_LENGTH = 3;

function maskNames(question: string, names: readonly string[]): string {
  let text = question;
  for (const name of [...names].sort((left, right) => right.length - left.length)) {
    const at = name.length < MIN_NAME_LENGTH ? -1 : text.toLowerCase().indexOf(name.toLowerCase());
    if (at >= 0) text = `${text.slice(0, at)} … ${text.slice(at + name.length)}`;
  }
  return text;
}
