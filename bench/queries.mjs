// Creates Freebase queries of any length: valid SPARQL 1.1 with existing relations and compatible types, so that no server reports
// findings before something is typed.

const prologue = [
  'PREFIX ns: <http://rdf.freebase.com/ns/>',
  'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>',
];

/**
 * The lines of the UNION branches. A branch can end after any line. Each line shares a variable with an earlier one; `N` becomes the
 * number of the branch.
 */
const branches = [
  [
    '?film ns:film.film.directed_by ?directorN .',
    '?directorN ns:people.person.place_of_birth ?placeN .',
    '?placeN ns:location.location.containedby ?regionN .',
    '?film ns:film.film.initial_release_date ?dateN .',
    'FILTER (?dateN >= "1990-01-01"^^xsd:dateTime && ?dateN < "2005-01-01"^^xsd:dateTime)',
    '?directorN ns:people.person.nationality ?nationN .',
    'OPTIONAL { ?nationN ns:location.country.capital ?capitalN . }',
    '?directorN ns:people.person.profession ?professionN .',
    '?film ns:film.film.genre ?genreN .',
  ],
  [
    '?film ns:film.film.starring ?performanceN .',
    '?performanceN ns:film.performance.actor ?actorN .',
    '?actorN ns:people.person.gender ns:m.05zppz ; ns:people.person.spouse_s ?marriageN .',
    '?marriageN ns:people.marriage.spouse ?spouseN .',
    'FILTER (?actorN != ?spouseN)',
    '?spouseN ns:people.person.education ?educationN .',
    '?educationN ns:education.education.institution ?schoolN .',
    '?schoolN ns:location.location.containedby ?cityN .',
    'FILTER NOT EXISTS { ?actorN ns:people.person.date_of_birth ?birthN . }',
  ],
  [
    '?film ns:award.award_winning_work.awards_won ?honorN .',
    '?honorN ns:award.award_honor.award ?awardN .',
    '?honorN ns:award.award_honor.ceremony ?ceremonyN .',
    '?film ns:film.film.written_by ?writerN .',
    '?writerN ns:people.person.place_of_birth ns:m.030qb3t .',
    '?film ns:film.film.country ?countryN .',
    'VALUES ?countryN { ns:m.09c7w0 ns:m.07ssc ns:m.0f8l9c }',
    '?film ns:film.film.production_companies ?companyN .',
    '?film ns:film.film.edited_by ?editorN .',
  ],
];

/** Creates a query of exactly `lineCount` lines (at least ten). Longer queries are UNIONs of many branches. */
export function createQuery(lineCount) {
  const head = [...prologue, 'SELECT DISTINCT ?film WHERE {'];
  const bodyLength = lineCount - head.length - 1;
  const body = bodyLength <= branches[0].length ? plainBody(bodyLength) : unionBody(bodyLength);
  return [...head, ...body, '}'].join('\n') + '\n';
}

/**
 * Creates ten lines with mistakes that all servers report: a triple without an object and, because qlue-ls does not report syntax
 * errors, an unused prefix.
 */
export function createBrokenQuery() {
  const lines = createQuery(10).split('\n');
  lines[1] = 'PREFIX wd: <http://www.wikidata.org/entity/>';
  lines[7] = '  ?film ns:film.film.genre .';
  return lines.join('\n');
}

function plainBody(length) {
  return branches[0].slice(0, length).map((line) => `  ${numbered(line, 0)}`);
}

function unionBody(length) {
  const body = ['  {'];
  const closing = ['  }'];
  for (let branch = 0; body.length + closing.length < length; branch++) {
    // A separator needs at least one line after it, because a branch must not be empty.
    const roomForBranch = length - body.length - closing.length >= 2;
    if (branch > 0 && roomForBranch) body.push('  } UNION {');
    const room = length - body.length - closing.length;
    const lines = branches[branch % branches.length].slice(0, room);
    body.push(...lines.map((line) => `    ${numbered(line, branch)}`));
  }
  return [...body, ...closing];
}

function numbered(line, branch) {
  return line.replace(/(\?[a-z]+)N\b/g, `$1${branch}`);
}
