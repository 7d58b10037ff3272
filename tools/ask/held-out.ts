/** Schema, linker and retriever that are not trained on the questions of a fold. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeSchema } from '../../server/src/core/schema/compact-schema';
import { KbSchema, type SchemaData } from '../../server/src/core/schema/schema';
import type { EntityLinker } from '../../server/src/core/question/linking/linking';
import type { LinkingWeights } from '../../server/src/core/question/linking/rank-entities';
import type { SchemaRetriever } from '../../server/src/core/question/retrieval/retrieval';
import { schemaRetriever } from '../../server/src/core/question/retrieval/schema-retriever';
import { readWordVectors } from '../../server/src/core/question/retrieval/word-vectors';
import { trainWithoutFold } from '../linking/train-without-fold';
import { readNameTable } from '../linking/names';
import { withUseCounts, type QueryUses } from '../schema-retrieval/known-uses';
import { findIris } from '../schema/uses';
import { createLinker } from './linker';
import { isTestSet, readFolds, readQuestions } from './question-sets';

export interface FoldKnowledge {
  readonly fold: number;
  /** Counts uses only in the queries of the other folds. */
  readonly schema: KbSchema;
  readonly data: SchemaData;
  /** Trained on the other folds. */
  readonly linkingWeights: LinkingWeights;
  readonly linker: EntityLinker;
  /** Without associations, which are trained on all questions. */
  readonly retriever: SchemaRetriever;
}

export class HeldOutData {
  private constructor(
    /** The bundled schema. */
    readonly schema: KbSchema,
    /** IDs of the entities with a name in the KB. */
    readonly named: ReadonlySet<string>,
    readonly withoutFold: (fold: number) => FoldKnowledge,
  ) {}

  /** The linkers of the folds for another dump, which has other names. */
  async linkersFor(dump: string): Promise<(fold: FoldKnowledge) => EntityLinker> {
    const table = await readNameTable(dump, this.schema);
    return ({ linkingWeights }) => createLinker(table, this.schema, linkingWeights);
  }

  static async open(folder: string, dump: string): Promise<HeldOutData> {
    const data = decodeSchema(readFileSync(join('server', 'data', 'freebase.schema'), 'utf8'));
    const schema = new KbSchema(data);
    const table = await readNameTable(dump, schema);
    const vectors = readWordVectors(readFileSync(join('server', 'data', 'words.vec')));
    const folds = readFolds(folder);
    const uses = readQuestions(folder)
      .filter(({ set }) => !isTestSet(set))
      .map((one) => ({ fold: folds.foldOf(one), ...findUses(one.sparql, schema) }));
    return new HeldOutData(schema, new Set([...table.rows()].map(({ id }) => id)), (fold) => {
      const counted = withUseCounts(
        uses.filter((one) => one.fold !== fold),
        data,
      );
      const known = new KbSchema(counted);
      const linkingWeights = trainWithoutFold(fold, folder, table, schema);
      return {
        fold,
        schema: known,
        data: counted,
        linkingWeights,
        linker: createLinker(table, schema, linkingWeights),
        retriever: schemaRetriever(known, vectors),
      };
    });
  }
}

function findUses(sparql: string, schema: KbSchema): QueryUses {
  const ids = [...findIris(sparql)].flatMap((iri) => schema.idOf(iri) ?? []);
  return {
    relations: ids.filter((id) => schema.hasRelation(id)),
    classes: ids.filter((id) => schema.type(id) !== undefined),
  };
}
