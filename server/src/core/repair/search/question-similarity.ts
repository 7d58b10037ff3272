/** The similarity of a query to its question, by the names of relations and classes. */
import { infer } from '../../schema/inference/inference';
import { wordsOf } from '../../schema/inference/words';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import type { QuestionTerms } from '../../question/question-terms';
import { speaksFor } from '../../question/related-words';
import { wordWeights } from './word-weights';

/** 0 to 1: coverage of the question, precision of the query, and the type of the answer. */
export function similarityToQuestion(query: QueryModel, question: QuestionTerms, schema: KbSchema): number {
  const { relations, classes } = namesIn(query, schema);
  if (!relations.length || !question.words.length) return 0;
  const weight = wordWeights(schema);
  const spoken = new Map<string, number>();
  const telling = relations.filter((id) => !leadsToMediator(id, schema));
  const counted = telling.length ? telling : relations;
  let asked = 0;
  for (const id of relations) {
    const about = relevance(id, question, schema);
    if (counted.includes(id)) asked += about.asked;
    for (const [word, much] of about.spoken) spoken.set(word, Math.max(spoken.get(word) ?? 0, much));
  }
  for (const id of classes)
    for (const word of question.words)
      for (const name of wordsOf(lastOf(id)))
        spoken.set(word, Math.max(spoken.get(word) ?? 0, 0.7 * speaksFor(word, name)));
  let [all, covered] = [0, 0];
  for (const word of question.words) {
    all += weight(word);
    covered += weight(word) * (spoken.get(word) ?? 0);
  }
  return 0.5 * (covered / all) + 0.3 * (asked / counted.length) + 0.2 * givesWanted(query, question, schema);
}

/** A step to a mediator counts half: its name says less than that of the second half. */
function leadsToMediator(id: string, schema: KbSchema): boolean {
  return schema.type(schema.relation(id)?.range ?? '')?.kind === 'mediator';
}

interface Relevance {
  /** How much it speaks of each word of the question. */
  readonly spoken: ReadonlyMap<string, number>;
  /** How much of its own name the question asks for: 0 to 1. */
  readonly asked: number;
}

const known = new WeakMap<QuestionTerms, Map<string, Relevance>>();

export function relevance(id: string, question: QuestionTerms, schema: KbSchema): Relevance {
  let memory = known.get(question);
  if (!memory) known.set(question, (memory = new Map<string, Relevance>()));
  let found = memory.get(id);
  if (!found) memory.set(id, (found = findRelevance(id, question, schema)));
  return found;
}

function findRelevance(id: string, question: QuestionTerms, schema: KbSchema): Relevance {
  const weight = wordWeights(schema);
  const segments = id.split('.');
  const own = wordsOf(segments[segments.length - 1] ?? '');
  const owner = wordsOf(segments[segments.length - 2] ?? '');
  const range = wordsOf(lastOf(schema.relation(id)?.range ?? ''));
  const spoken = new Map<string, number>();
  for (const word of question.words) {
    const much = Math.max(best(word, own), 0.5 * best(word, owner), 0.6 * best(word, range));
    if (much) spoken.set(word, much);
  }
  let [all, asked] = [0, 0];
  for (const name of own) {
    all += weight(name);
    asked += weight(name) * Math.max(0, ...question.words.map((word) => speaksFor(word, name)));
  }
  return { spoken, asked: all ? asked / all : 0 };
}

function best(word: string, names: readonly string[]): number {
  let most = 0;
  for (const name of names) most = Math.max(most, speaksFor(word, name));
  return most;
}

/** Whether the answer has the expected type: 1 yes, 0 no, between if unknown. */
function givesWanted(query: QueryModel, { wanted }: QuestionTerms, schema: KbSchema): number {
  const variable = answerVariable(query);
  if (wanted === undefined || variable === undefined) return 0.5;
  const inference = infer(query, schema);
  const types = inference.about(inference.scopes.answerNode(variable)).flatMap((evidence) => evidence.types);
  if (!types.length) return 0.5;
  return Math.max(...types.map((type) => suits(type, wanted, schema)));
}

function answerVariable({ query }: QueryModel): string | undefined {
  const [first] = query.projection;
  const { variable, expression } = first ?? {};
  if (expression?.kind === 'term' && expression.term.kind === 'variable') return expression.term.name;
  return expression ? undefined : variable?.name;
}

function suits(type: string, wanted: NonNullable<QuestionTerms['wanted']>, schema: KbSchema): number {
  const { kind, literal } = schema.type(type) ?? {};
  if (kind === 'mediator') return 0;
  const included = schema.included(type);
  const isOne = (...ids: readonly string[]): boolean => ids.some((id) => included.has(id as never));
  switch (wanted) {
    case 'time':
      return literal === 'datetime' ? 1 : kind === 'literal' ? 0 : isOne('time.event') ? 0.6 : 0.2;
    case 'number':
      return literal === 'integer' || literal === 'float' ? 1 : kind === 'literal' ? 0 : 0.4;
    case 'place':
      return isOne('location.location')
        ? 1
        : kind === 'literal'
          ? 0
          : isOne('organization.organization')
            ? 0.5
            : 0.2;
    case 'person':
      return isOne('people.person', 'fictional_universe.fictional_character')
        ? 1
        : kind === 'literal'
          ? 0
          : isOne('organization.organization', 'sports.sports_team', 'music.artist')
            ? 0.7
            : isOne('location.location')
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

function lastOf(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}
