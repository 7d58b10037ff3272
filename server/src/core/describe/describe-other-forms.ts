/** Describes CONSTRUCT, DESCRIBE, updates and incomplete queries in a sentence. */
import type { KbSchema } from '../schema/schema';
import type { Group, QueryModel } from '../language/sparql/model';
import { omissionsOf } from './omissions';
import { remainingFacts } from './remaining-facts';
import { Describer } from './describer';
import { listClauses, say, words, list, type Phrase } from './phrase';
import { Nodes, readPattern, singleValues } from './query-graph';
import type { DescribedForm } from './describe-select';

export function describeOtherForms(
  query: QueryModel,
  schema: KbSchema,
  nameOf: (iri: string) => string | undefined,
): DescribedForm {
  const { form, described, groups } = query.query;
  const matched = groups.filter(({ kind }) => kind !== 'template');
  const nodes = new Nodes(singleValues(matched));
  const pattern = readPattern(matched, nodes, schema);
  const describer = new Describer(schema, nameOf, pattern, new Set());
  const finish = (phrase: Phrase, end = '?', join = ', given that'): DescribedForm => {
    const rest = remainingFacts(describer);
    const given = rest.length ? words(join, listClauses(rest)) : [];
    return { phrase: words(phrase, given, end), leftOut: omissionsOf(describer) };
  };
  switch (form) {
    case 'describe': {
      const things = described.map((term) => describer.phraseFor(nodes.of(term), pattern));
      return finish(
        words('what is known about', things.length ? list(things) : say('everything that is found')),
      );
    }
    case 'construct': {
      const templates = groups.filter(({ kind }) => kind === 'template');
      // CONSTRUCT WHERE: what is matched is what is made.
      const facts = countOf(templates.length ? templates : matched);
      return finish(say(`makes ${facts} out of every match`), '.');
    }
    case 'update':
      return finish(say(`changes the KB: ${changesOf(query)}`), '.', ', wherever');
    default:
      return { phrase: say('This is no query yet.'), leftOut: [] };
  }
}

/** What an update does, in the order of how much it could destroy. */
function changesOf({ tokens, query }: QueryModel): string {
  const says = (...keywords: readonly string[]): boolean =>
    tokens.some(({ type, value }) => type === 'keyword' && keywords.includes(value));
  const facts = countOf(query.groups.filter(({ kind }) => kind === 'template'));
  const found: string[] = [];
  if (says('CLEAR', 'DROP')) found.push('empties or drops whole graphs');
  if (says('LOAD', 'CREATE', 'ADD', 'MOVE', 'COPY'))
    found.push('loads, creates, copies or moves whole graphs');
  if (says('DELETEWHERE')) found.push('deletes all the facts that match');
  const [deletes, writes] = [says('DELETE', 'DELETEDATA'), says('INSERT', 'INSERTDATA')];
  const each = says('WHERE') ? ' for every match' : '';
  if (deletes || writes) {
    const verb = deletes && writes ? 'deletes and writes' : deletes ? 'deletes' : 'writes';
    found.push(`${verb} ${facts}${each}`);
  }
  return `it ${found.join(', and ') || 'writes or deletes something'}`;
}

function countOf(templates: readonly Group[]): string {
  const count = templates.reduce((sum, { triples }) => sum + triples.length, 0);
  return count === 1 ? 'a fact' : `${String(count)} facts`;
}
