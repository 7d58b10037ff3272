/** Parses the parts of a published gold query that a form can express: triples, order, comparisons and time. */

export interface GoldTriple {
  /** An ID, a value, or a variable with its question mark. */
  readonly from: string;
  readonly relation: string;
  readonly to: string;
}

export interface ParsedGoldQuery {
  readonly answer: string;
  readonly triples: readonly GoldTriple[];
  readonly entities: readonly string[];
  readonly order?: { readonly which: 'max' | 'min'; readonly by: string };
  readonly compared: readonly { readonly by: string; readonly value: string }[];
  /** The time constraint of a node with a start and an end. */
  readonly time?: {
    readonly node: string;
    readonly relation: string;
    readonly at: 'NOW' | { readonly year: string };
  };
}

const TIME =
  /FILTER \( NOT EXISTS \{ (\?\w+) \w*:(\S+) \?\w+ \} \|\| EXISTS \{[^{}]*?"(\d{4})(-\d\d-\d\d)?[^"]*"[^{}]*\} \)/g;
const BEGINNING = /(?:^|[._])(?:from|start|start_date|from_date|from_year|start_year)$/;

export function parseGoldQuery(sparql: string): ParsedGoldQuery | undefined {
  const text = sparql.replace(/<http:\/\/rdf\.freebase\.com\/ns\/([^>]*)>/g, 'ns:$1').replace(/\s+/g, ' ');
  if (/UNION|OPTIONAL|MINUS|COUNT/i.test(text)) return undefined;
  const answer = /SELECT DISTINCT (\?\w+)/.exec(text)?.[1];
  if (answer === undefined) return undefined;
  const times = [...text.matchAll(TIME)].map(([, node = '', relation = '', year = '', day = '']) => ({
    node,
    relation,
    at: day === '-08-10' && year === '2015' ? ('NOW' as const) : { year },
  }));
  const plain = text.replace(TIME, ' ');
  const triples = [
    ...plain.matchAll(/(\?\w+|\w*:[mg]\.\S+) \w*:([a-z_]+(?:\.[a-z0-9_]+)+) (\?\w+|\w*:[mg]\.\S+|"[^"]*")/g),
  ].map(([, from = '', relation = '', to = '']) => ({ from: stripTerm(from), relation, to: stripTerm(to) }));
  const order = /ORDER BY (DESC)? ?\(? ?(?:xsd:\w+ \( )?(\?\w+)/i.exec(plain);
  const compared = [...plain.matchAll(/FILTER \( (?:xsd:\w+ \( )?(\?\w+)(?: \))? [<>]=? "?([^" )]+)/g)].map(
    ([, by = '', value = '']) => ({ by, value }),
  );
  const time = times.find(({ relation }) => BEGINNING.test(relation));
  const entities = [
    ...new Set(triples.flatMap(({ from, to }) => [from, to]).filter((term) => /^[mg]\./.test(term))),
  ];
  return {
    answer,
    triples,
    entities,
    compared,
    ...(order && { order: { which: order[1] ? ('max' as const) : ('min' as const), by: order[2] ?? '' } }),
    ...(time && { time }),
  };
}

function stripTerm(text: string): string {
  return text.startsWith('?') ? text : text.startsWith('"') ? text.slice(1, -1) : text.replace(/^\w*:/, '');
}
