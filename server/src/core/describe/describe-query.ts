/** Describes a query as the question that it asks, in plain English, from templates and without a model. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel, Group } from '../language/sparql/model';
import type { QueryDescription } from './description';
import { describeSelect, type DescribedForm } from './describe-select';
import { toPhrase, concat, renderPhrase, joinClauses, joinList, type Phrase } from './phrase';
import { listOmissions } from './omissions';
import { remainingFacts } from './remaining-facts';
import { Describer } from './describer';
import { readPattern } from './read-pattern';

/** Limits the time in the editor, which grows with the square of the number of tokens. */
const MAX_TOKENS = 1000;

/** `nameOf` returns the name of an entity, if it is known. Otherwise the description contains the ID. */
export function describeQuery(
  query: QueryModel,
  schema: KbSchema,
  nameOf: (iri: string) => string | undefined,
): QueryDescription {
  if (query.tokens.length > MAX_TOKENS)
    return {
      question: 'This query is too long to describe.',
      pairs: [],
      by: 'templates',
      leftOut: [`all of it: it has ${query.tokens.length} tokens, and up to ${MAX_TOKENS} are described`],
    };
  const { form } = query.query;
  const { phrase, omissions } =
    form === 'select' || form === 'ask'
      ? describeSelect(query, schema, nameOf)
      : describeOtherForms(query, schema, nameOf);
  const note = omissions.length ? toPhrase(`(Not described: ${omissions.join('; ')}.)`) : [];
  return { ...renderPhrase(concat(phrase, note)), by: 'templates', leftOut: omissions };
}

/** Describes CONSTRUCT and DESCRIBE queries, updates and incomplete queries. */
function describeOtherForms(
  query: QueryModel,
  schema: KbSchema,
  nameOf: (iri: string) => string | undefined,
): DescribedForm {
  const { form, described, groups } = query.query;
  const matched = groups.filter(({ kind }) => kind !== 'template');
  const { nodes, pattern } = readPattern(matched, schema);
  const describer = new Describer(schema, nameOf, pattern, new Set());
  const finish = (phrase: Phrase, end = '?', conjunction = ', given that'): DescribedForm => {
    const facts = remainingFacts(describer);
    const given = facts.length ? concat(conjunction, joinClauses(facts)) : [];
    return { phrase: concat(phrase, given, end), omissions: listOmissions(describer) };
  };
  switch (form) {
    case 'describe': {
      const entities = described.map((term) => describer.phraseFor(nodes.nodeFor(term), pattern));
      return finish(
        concat('what is known about', entities.length ? joinList(entities) : 'everything that is found'),
      );
    }
    case 'construct': {
      const templates = groups.filter(({ kind }) => kind === 'template');
      // CONSTRUCT WHERE has no template: the pattern is the template.
      const facts = countFacts(templates.length ? templates : matched);
      return finish(toPhrase(`makes ${facts} out of every match`), '.');
    }
    case 'update':
      return finish(toPhrase(`changes the KB: ${describeUpdate(query)}`), '.', ', wherever');
    default:
      return { phrase: toPhrase('This query is incomplete.'), omissions: [] };
  }
}

/** Lists the effects of an update, the most destructive first. */
function describeUpdate({ tokens, query }: QueryModel): string {
  const hasKeyword = (...keywords: readonly string[]): boolean =>
    tokens.some(({ type, value }) => type === 'keyword' && keywords.includes(value));
  const facts = countFacts(query.groups.filter(({ kind }) => kind === 'template'));
  const effects: string[] = [];
  if (hasKeyword('CLEAR', 'DROP')) effects.push('empties or drops whole graphs');
  if (hasKeyword('LOAD', 'CREATE', 'ADD', 'MOVE', 'COPY'))
    effects.push('loads, creates, copies or moves whole graphs');
  if (hasKeyword('DELETEWHERE')) effects.push('deletes all the facts that match');
  const [deletes, writes] = [hasKeyword('DELETE', 'DELETEDATA'), hasKeyword('INSERT', 'INSERTDATA')];
  const each = hasKeyword('WHERE') ? ' for every match' : '';
  if (deletes || writes) {
    const verb = deletes && writes ? 'deletes and writes' : deletes ? 'deletes' : 'writes';
    effects.push(`${verb} ${facts}${each}`);
  }
  return `it ${effects.join(', and ') || 'writes or deletes something'}`;
}

function countFacts(templates: readonly Group[]): string {
  const count = templates.reduce((sum, { triples }) => sum + triples.length, 0);
  return count === 1 ? 'a fact' : `${String(count)} facts`;
}
