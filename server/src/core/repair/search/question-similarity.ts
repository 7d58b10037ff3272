/** The similarity of a query to its question, by the names of relations and classes. */
import { memoizeWeak } from '../../language/text/cache';
import { infer } from '../../schema/inference/inference';
import { nameWords } from '../../schema/inference/name-words';
import { lastSegment } from '../../schema/name-index';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import type { QuestionTerms } from '../../question/question-terms';
import { relatedness } from '../../question/related-words';

/** 0 to 1: coverage of the question, precision of the query, and the type of the answer. */
export function similarityToQuestion(query: QueryModel, question: QuestionTerms, schema: KbSchema): number {
  const { relations, classes } = namesIn(query, schema);
  if (!relations.length || !question.words.length) return 0;
  const coverage = new Map<string, number>();
  const informative = relations.filter((id) => !leadsToMediator(id, schema));
  const counted = informative.length ? informative : relations;
  let asked = 0;
  for (const id of relations) {
    const about = relevance(id, question, schema);
    if (counted.includes(id)) asked += about.asked;
    for (const [word, match] of about.coverage) coverage.set(word, Math.max(coverage.get(word) ?? 0, match));
  }
  for (const id of classes)
    for (const word of question.words)
      for (const name of nameWords(lastSegment(id)))
        coverage.set(word, Math.max(coverage.get(word) ?? 0, 0.7 * relatedness(word, name)));
  const precision = asked / counted.length;
  const covered = coveredShare(question, coverage, schema);
  return 0.5 * covered + 0.3 * precision + 0.2 * answerTypeScore(query, question, schema);
}

/** The weighted share of the question words that are covered. */
export function coveredShare(
  { words }: QuestionTerms,
  coverage: ReadonlyMap<string, number>,
  schema: KbSchema,
): number {
  const weight = wordWeights(schema);
  let [all, covered] = [0, 0];
  for (const word of words) {
    all += weight(word);
    covered += weight(word) * (coverage.get(word) ?? 0);
  }
  return all ? covered / all : 0;
}

/** The name of a relation to a mediator says less than that of the one after it. */
function leadsToMediator(id: string, schema: KbSchema): boolean {
  return schema.isMediator(schema.relation(id)?.range);
}

interface Relevance {
  /** How well it covers each word of the question. */
  readonly coverage: ReadonlyMap<string, number>;
  /** The share of its own name that the question contains, 0 to 1. */
  readonly asked: number;
}

const relevanceCache = new WeakMap<QuestionTerms, Map<string, Relevance>>();

export function relevance(id: string, question: QuestionTerms, schema: KbSchema): Relevance {
  let cached = relevanceCache.get(question);
  if (!cached) relevanceCache.set(question, (cached = new Map<string, Relevance>()));
  let found = cached.get(id);
  if (!found) cached.set(id, (found = computeRelevance(id, question, schema)));
  return found;
}

function computeRelevance(id: string, question: QuestionTerms, schema: KbSchema): Relevance {
  const weight = wordWeights(schema);
  const segments = id.split('.');
  const own = nameWords(segments[segments.length - 1] ?? '');
  const owner = nameWords(segments[segments.length - 2] ?? '');
  const range = nameWords(lastSegment(schema.relation(id)?.range ?? ''));
  const coverage = new Map<string, number>();
  for (const word of question.words) {
    const match = Math.max(bestMatch(word, own), 0.5 * bestMatch(word, owner), 0.6 * bestMatch(word, range));
    if (match) coverage.set(word, match);
  }
  let [all, asked] = [0, 0];
  for (const name of own) {
    all += weight(name);
    asked += weight(name) * Math.max(0, ...question.words.map((word) => relatedness(word, name)));
  }
  return { coverage, asked: all ? asked / all : 0 };
}

function bestMatch(word: string, names: readonly string[]): number {
  let best = 0;
  for (const name of names) best = Math.max(best, relatedness(word, name));
  return best;
}

/** Whether the answer has the expected type: 1 yes, 0 no, between if unknown. */
function answerTypeScore(query: QueryModel, { wanted }: QuestionTerms, schema: KbSchema): number {
  const variable = selectedVariable(query);
  if (wanted === undefined || variable === undefined) return 0.5;
  const inference = infer(query, schema);
  const types = inference
    .evidenceFor(inference.scopes.answerNode(variable))
    .flatMap((evidence) => evidence.types);
  if (!types.length) return 0.5;
  return Math.max(...types.map((type) => typeScore(type, wanted, schema)));
}

function selectedVariable({ query }: QueryModel): string | undefined {
  const [first] = query.projection;
  const { variable, expression } = first ?? {};
  if (expression?.kind === 'term' && expression.term.kind === 'variable') return expression.term.name;
  return expression ? undefined : variable?.name;
}

function typeScore(type: string, wanted: NonNullable<QuestionTerms['wanted']>, schema: KbSchema): number {
  const { kind, literal } = schema.type(type) ?? {};
  if (kind === 'mediator') return 0;
  const included = schema.includedTypes(type);
  const isSubtypeOf = (...ids: readonly string[]): boolean => ids.some((id) => included.has(id as never));
  switch (wanted) {
    case 'time':
      return literal === 'datetime' ? 1 : kind === 'literal' ? 0 : isSubtypeOf('time.event') ? 0.6 : 0.2;
    case 'number':
      return literal === 'integer' || literal === 'float' ? 1 : kind === 'literal' ? 0 : 0.4;
    case 'place':
      return isSubtypeOf('location.location')
        ? 1
        : kind === 'literal'
          ? 0
          : isSubtypeOf('organization.organization')
            ? 0.5
            : 0.2;
    case 'person':
      return isSubtypeOf('people.person', 'fictional_universe.fictional_character')
        ? 1
        : kind === 'literal'
          ? 0
          : isSubtypeOf('organization.organization', 'sports.sports_team', 'music.artist')
            ? 0.7
            : isSubtypeOf('location.location')
              ? 0.1
              : 0.4;
  }
}

export function namesIn(
  query: QueryModel,
  schema: KbSchema,
): { relations: readonly string[]; classes: readonly string[] } {
  const relations: string[] = [];
  const classes: string[] = [];
  for (const { iri, link } of infer(query, schema).scopes.relations) {
    if (schema.isTyping(iri.iri)) {
      const object = link?.object.term;
      const id = object?.kind === 'iri' ? schema.idOf(object.iri) : undefined;
      if (id !== undefined) classes.push(id);
    } else {
      const id = schema.idOf(iri.iri);
      if (id !== undefined) relations.push(id);
    }
  }
  return { relations: [...new Set(relations)], classes };
}

/** A word in few names of the KB is more informative: from 0.3 for the most frequent word to 1 for a word in at most one name. */
const wordWeights = memoizeWeak((schema: KbSchema): ((word: string) => number) => {
  const counts = new Map<string, number>();
  let all = 0;
  for (const id of schema.relationIds()) {
    all++;
    for (const word of new Set(nameWords(lastSegment(id)))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = Math.log(1 + all);
  return (word) => Math.max(0.3, 1 - Math.log(1 + (counts.get(word) ?? 0)) / most);
});
