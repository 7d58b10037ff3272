/** CONSTRUCT, DESCRIBE and updates in a sentence, and texts that are no query yet. */
import type { KbSchema } from '../kb/schema';
import type { Group, QueryModel } from '../sparql/model';
import { Describer } from './describer';
import { listClauses, say, words, list, type Phrase } from './phrase';
import { Nodes, readPattern, singleValues } from './question-graph';
import type { Said } from './read-select';

export function readOtherForms(
  query: QueryModel,
  schema: KbSchema,
  nameOf: (iri: string) => string | undefined,
): Said {
  const { form, described, groups } = query.query;
  const matched = groups.filter(({ kind }) => kind !== 'template');
  const nodes = new Nodes(singleValues(matched));
  const pattern = readPattern(matched, nodes, schema);
  const describer = new Describer(schema, nameOf, pattern, new Set());
  const finish = (phrase: Phrase, end = '?'): Said => {
    const rest = describer.remaining();
    const given = rest.length ? words(', given that', listClauses(rest)) : [];
    return { phrase: words(phrase, given, end), leftOut: describer.unsaid() };
  };
  switch (form) {
    case 'describe': {
      const things = described.map((term) => describer.phraseFor(nodes.of(term), pattern));
      return finish(
        words('what is known about', things.length ? list(things) : say('everything that is found')),
      );
    }
    case 'construct': {
      const facts = countOf(groups.filter(({ kind }) => kind === 'template'));
      return finish(say(`makes ${facts} out of every match`), '.');
    }
    case 'update': {
      const facts = countOf(groups.filter(({ kind }) => kind === 'template'));
      return finish(
        say(`changes the KB: it writes or deletes ${facts}${matched.length ? ' for every match' : ''}`),
        '.',
      );
    }
    default:
      return { phrase: say('This is no query yet.'), leftOut: [] };
  }
}

function countOf(templates: readonly Group[]): string {
  const count = templates.reduce((sum, { triples }) => sum + triples.length, 0);
  return count === 1 ? 'a fact' : `${String(count)} facts`;
}
