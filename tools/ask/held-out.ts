/** What may be known when the questions of a fold are asked: nothing that was learnt or counted from them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeSchema } from '../../server/src/core/schema/compact-schema';
import { KbSchema, type SchemaData } from '../../server/src/core/schema/schema';
import type { EntityLinker } from '../../server/src/core/question/linking/linking';
import type { LinkingWeights } from '../../server/src/core/question/linking/rank-entities';
import type { SchemaRetriever } from '../../server/src/core/question/retrieval/retrieval';
import { schemaRetriever } from '../../server/src/core/question/retrieval/schema-retriever';
import { readWordVectors } from '../../server/src/core/question/retrieval/word-vectors';
import { learntWithout } from '../linking/learnt-without';
import { namesOf } from '../linking/names';
import { countingOnly, type Uses } from '../schema-retrieval/known-uses';
import { irisIn } from '../schema/uses';
import { linkerOf } from './linker';
import { foldsOf, readQuestions } from './question-sets';

export interface Knowledge {
  readonly fold: number;
  /** Only the queries of the other folds count as uses. */
  readonly schema: KbSchema;
  readonly data: SchemaData;
  /** Weights of linking, learnt from the other folds. */
  readonly learnt: LinkingWeights;
  readonly linker: EntityLinker;
  /** Without associations, which are learnt from all questions: words and vectors know none. */
  readonly retriever: SchemaRetriever;
}

export class HeldOut {
  private constructor(
    /** As it comes along. */
    readonly schema: KbSchema,
    /** Ids of the entities that have a name in the KB. */
    readonly named: ReadonlySet<string>,
    readonly without: (fold: number) => Knowledge,
  ) {}

  static async open(folder: string, dump: string): Promise<HeldOut> {
    const data = decodeSchema(readFileSync(join('server', 'data', 'freebase.schema'), 'utf8'));
    const schema = new KbSchema(data);
    const table = await namesOf(dump, schema);
    const vectors = readWordVectors(readFileSync(join('server', 'data', 'words.vec')));
    const folds = foldsOf(folder);
    // Those of models were never counted: their gold queries stand in the other sets, or are not published.
    const uses = readQuestions(folder)
      .filter(({ set }) => set !== 'models')
      .map((one) => ({ fold: folds.of(one), ...usesIn(one.sparql, schema) }));
    return new HeldOut(schema, new Set([...table.rows()].map(({ id }) => id)), (fold) => {
      const counted = countingOnly(
        uses.filter((one) => one.fold !== fold),
        data,
      );
      const known = new KbSchema(counted);
      const learnt = learntWithout(fold, folder, table, schema);
      return {
        fold,
        schema: known,
        data: counted,
        learnt,
        linker: linkerOf(table, schema, learnt),
        retriever: schemaRetriever(known, vectors),
      };
    });
  }
}

function usesIn(sparql: string, schema: KbSchema): Uses {
  const ids = [...irisIn(sparql)].flatMap((iri) => schema.idOf(iri) ?? []);
  return {
    relations: ids.filter((id) => schema.hasRelation(id)),
    classes: ids.filter((id) => schema.type(id) !== undefined),
  };
}
