/** Kinds of questions beside "which" and "who", on the sample KB without a model. */
import { describe, expect, it } from 'vitest';
import { askSample, namesIn } from './ask-sample';

describe('A yes-or-no question', () => {
  it.each([
    ['Is Paris the capital of France?', 'France → capital → Paris'],
    ['Did Christopher Nolan direct Inception?', 'Inception'],
    ['Was Albert Einstein born in Germany?', 'place of birth'],
    ['Does Germany border France?', 'adjoins'],
    ['Is Inception a film?', 'Inception is a film'],
    ['Is Tom Hanks an actor?', 'Tom Hanks is an actor'],
    ['Is Harvard University a university?', 'Harvard University is a university'],
    ['Is Berlin in Germany?', 'Berlin → contained by → Germany'],
    ['is Los Angeles located in the United States', 'Los Angeles → contained by → United States'],
    ['Did John Lennon have a son?', 'Sean Lennon'],
    ['Is Barack Obama married?', 'Michelle Obama'],
    ['Did Michael Jackson die?', '2009'],
    ['Did Inception win any awards?', 'Academy Award'],
    ['Was Angelina Jolie married to Brad Pitt?', 'Angelina Jolie → spouse(s) → spouse → Brad Pitt'],
    ['Is Tom Hanks married to Rita Wilson?', 'Tom Hanks → spouse(s) → spouse → now → Rita Wilson'],
    ['Does Germany have any official languages?', 'German'],
    ['Was Tom Hanks in Forrest Gump?', 'Tom Hanks → film → film → Forrest Gump'],
    ['was John Lennon in the Beatles?', 'John Lennon → membership → group → The Beatles'],
    ['Is Charlie Sheen the son of Martin Sheen?', 'Martin Sheen → children, of one sex → Charlie Sheen'],
    ["Is Martin Sheen Charlie Sheen's father?", 'Charlie Sheen → parents'],
    ['Is the capital of Germany Berlin?', 'Germany → capital → Berlin'],
    ['was John Lennon a member of the Beatles', 'The Beatles → member → member → John Lennon'],
    ['Did Martin Sheen act in Apocalypse Now?', 'Apocalypse Now → starring → actor → Martin Sheen'],
  ])('is confirmed with the fact: %s', async (question, fact) => {
    const trace = await askSample(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', ['yes']]);
    expect(trace.result.query).toContain('ASK {');
    expect(trace.considered.filter(({ chosen }) => chosen).map(({ query }) => query)).toEqual([
      trace.result.query,
    ]);
    expect(trace.result.explanation).toContain(fact);
  });

  it.each([
    ['Is Berlin the capital of France?', 'Paris'],
    ['Did Steven Spielberg direct Inception?', 'Christopher Nolan'],
    ['Was Albert Einstein born in Paris?', 'Ulm'],
    ['Is Tom Hanks a river?', 'person'],
    ['Was David Bowie a member of Pink Floyd?', 'David Gilmour'],
    ['Is the capital of Germany Paris?', 'Berlin'],
  ])('is denied with what the KB knows instead, and without certainty: %s', async (question, instead) => {
    const trace = await askSample(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', ['no']]);
    expect(trace.result.confidence.value).toBeLessThan(0.5);
    expect(trace.result.explanation).toContain('does not have this fact');
    expect(trace.result.explanation).toContain(instead);
  });

  it.each([
    ['Is Paris in Germany?', 'Paris → contained by → Germany'],
    ['Does Charlie Sheen have a sister?', 'Charlie Sheen'],
    ['Did Leonardo DiCaprio win an Academy Award?', 'Leonardo DiCaprio'],
    ['Did Paul McCartney play in Inception?', 'Inception → starring → actor → Paul McCartney'],
    // Not by the relations that end at a person or a place.
    ['Was Tom Hanks in Titanic?', 'Tom Hanks → film → film → Titanic'],
    ['Does Barack Obama have pets?', 'Barack Obama'],
    // The roles of the two, and their sex.
    ['Is Charlie Sheen the father of Martin Sheen?', 'Martin Sheen'],
    ['Is Martin Sheen the son of Charlie Sheen?', 'Charlie Sheen'],
    ['Is Michelle Obama the husband of Barack Obama?', 'Barack Obama'],
    ["Is Emilio Estevez Charlie Sheen's sister?", 'Charlie Sheen'],
    ['Is Germany the capital of Berlin?', 'Berlin'],
    ['Was Winston Churchill the president of the United States?', 'President → Winston Churchill'],
    // A fact that has ended is not one of the present.
    ['Is Angelina Jolie married to Brad Pitt?', 'Angelina Jolie → spouse(s) → spouse → now → Brad Pitt'],
    ['Does David Beckham play for Real Madrid?', 'David Beckham → teams → team → now → Real Madrid'],
    // The director or the composer of a film does not play in it.
    ['Did Martin Scorsese star in The Departed?', 'The Departed → starring → actor → Martin Scorsese'],
    ['Did John Williams appear in Jurassic Park?', 'Jurassic Park → starring → actor → John Williams'],
  ])('has no answer if the KB has no such fact: %s', async (question, fact) => {
    const { result } = await askSample(question);
    expect([result.kind, result.explanation]).toEqual(['unanswerable', expect.stringContaining(fact)]);
    expect(result.refusal).toMatch(/^no-/);
  });

  it('lacks the facts, and not the relation that the question names', async () => {
    const { result } = await askSample('Does Barack Obama have children?');
    expect(result.missing).toEqual(['facts of Barack Obama by children']);
  });

  it.each([
    'Is Freedonia the capital of France?',
    'Is Titanic a good film?',
    'Is Berlin worth a visit?',
    'Did Tom Hanks invent Paris?',
    'Did Titanic direct James Cameron?',
    'Was Quentin Tarantino in Pulp Fiction?',
  ])('is refused if it is an opinion, or its words are not understood: %s', async (question) => {
    const { result } = await askSample(question);
    expect([result.kind, result.refusal]).toEqual(['unanswerable', 'not-understood']);
  });
});

describe('A question with two question words', () => {
  it.each([
    ['where and when was Albert Einstein born', 'Ulm', 'when'],
    ['when and where was Albert Einstein born', '14 March 1879', 'where'],
    ['when did Michael Jackson die and where?', '25 June 2009', 'where'],
  ])('is answered by half, without certainty: %s', async (question, name, ignored) => {
    const trace = await askSample(question);
    expect([namesIn(trace), trace.result.ignored]).toEqual([[name], [ignored]]);
    expect(trace.result.confidence.value).toBeLessThan(0.5);
  });
});

describe('A question in other words', () => {
  it.each([
    ['how many people live in Germany?', '83,200,000'],
    ['how many inhabitants does Germany have', '83,200,000'],
    ['what did Albert Einstein win', 'Nobel Prize in Physics'],
    ['in what language was Inception filmed?', 'English Language'],
    ['where was Inception made', 'United States of America'],
    ['who did Barack Obama marry', 'Michelle Obama'],
    ['whose daughter is Angelina Jolie', 'Jon Voight'],
    ['in which city was Albert Einstein born', 'Ulm'],
  ])('is understood: %s', async (question, name) => {
    const trace = await askSample(question);
    expect(namesIn(trace)).toEqual([name]);
    expect(trace.result.confidence.value).toBeGreaterThan(0.5);
  });

  it.each(['who is the best actor', 'who is the greatest actor', 'what is the best movie of Tom Hanks'])(
    'is not answered if it asks for the best: %s',
    async (question) => {
      expect((await askSample(question)).result.kind).toBe('unanswerable');
    },
  );

  it('may name an award with a superlative, or an office in the plural', async () => {
    const winners = await askSample('who won the Academy Award for Best Actor');
    expect(winners.result.answers.length).toBeGreaterThan(1);
    expect(winners.result.query).not.toContain('MAX');
    const presidents = await askSample('who were the presidents of the United States');
    expect(presidents.result.answers.length).toBeGreaterThan(10);
  });
});

describe('A question without a question word', () => {
  it.each([
    ['titanic director', ['James Cameron']],
    [
      'inception actors',
      ['Elliot Page', 'Joseph Gordon-Levitt', 'Leonardo DiCaprio', 'Marion Cotillard', 'Tom Hardy'],
    ],
    [
      'peter jackson movies',
      [
        'The Lord of the Rings: The Fellowship of the Ring',
        'The Lord of the Rings: The Return of the King',
        'The Lord of the Rings: The Two Towers',
      ],
    ],
  ])('may end with the word for a relation or a class: %s', async (question, names) => {
    expect(namesIn(await askSample(question))).toEqual(names);
  });

  it('lacks facts if the KB does not have them', async () => {
    const { result } = await askSample('charlie sheen wife');
    expect([result.kind, result.refusal]).toEqual(['unanswerable', 'no-facts']);
  });

  it.each(['titanic', 'titanic avatar', 'director'])(
    'says nothing with names alone: %s',
    async (question) => {
      const { result } = await askSample(question);
      expect([result.kind, result.refusal]).toEqual(['unanswerable', 'not-understood']);
    },
  );
});

describe('A question about two dates', () => {
  it.each([
    ['Who was born first, Paul McCartney or John Lennon?', ['John Lennon']],
    ['who died last, John Lennon or Michael Jackson', ['Michael Jackson']],
  ])('is answered by their order: %s', async (question, names) => {
    const trace = await askSample(question);
    expect(namesIn(trace)).toEqual(names);
    expect(trace.result.confidence.value).toBeGreaterThan(0.5);
  });
});

describe('A question about a thing that is related to a name', () => {
  it('is not answered with the facts of the name itself', async () => {
    const capital = await askSample('what is the capital of the country that borders Portugal');
    expect(namesIn(capital)).toEqual(['Madrid']);
    const { result } = await askSample('who directed the sequel of Batman Begins');
    expect(result.query).toContain('film.film.sequel');
    const cast = await askSample('who played in the sequel of The Godfather');
    expect(cast.result.confidence.value).toBeLessThan(0.5);
  });

  it.each([
    ['what is the currency of the president of France', 'president'],
    ['what is the birthplace of the manager of Pink Floyd', 'manager'],
  ])('is not answered with confidence if the KB lacks that thing: %s', async (question, noun) => {
    const { kind, confidence, ignored } = (await askSample(question)).result;
    expect(kind === 'answer' ? confidence.value : 0).toBeLessThan(0.5);
    expect(kind === 'answer' ? ignored : [noun]).toContain(noun);
  });

  it.each([
    ['what is the capital of the country of Japan', ['Tokyo']],
    ['what is the language of the people of Brazil', ['Portuguese Language']],
  ])('is answered if the noun is the class or the people of a place: %s', async (question, names) => {
    const trace = await askSample(question);
    expect(namesIn(trace)).toEqual(names);
    expect(trace.result.confidence.value).toBeGreaterThan(0.5);
  });
});

describe('A question about both of two names', () => {
  it.each([
    ['who plays both piano and harmonica', ['Stevie Wonder']],
    ['which actors played in both The Godfather and Apocalypse Now', ['Marlon Brando', 'Robert Duvall']],
  ])('is answered with what they share: %s', async (question, names) => {
    expect(namesIn(await askSample(question))).toEqual(names);
  });
});

describe('A question with a negated name', () => {
  it.each([
    // Spielberg is related to films as a director, and by their awards.
    ['movies with Tom Hanks without Steven Spielberg', ['Cast Away', 'Forrest Gump']],
    ['which countries border Spain but not France', ['Portugal']],
  ])('leaves out all that the name is related to: %s', async (question, names) => {
    expect(namesIn(await askSample(question))).toEqual(names);
  });
});

describe('A question about people', () => {
  it('may be answered by a relation to a place that is followed backwards', async () => {
    const trace = await askSample('which people died in Paris');
    expect(namesIn(trace)).toEqual(['Jean-Paul Sartre', 'Samuel Beckett']);
    expect(trace.result.confidence.value).toBeGreaterThan(0.5);
  });
});

describe('An unknown name', () => {
  it.each([
    ['who is Marie Curie', []],
    ['who is Jeff Bezos', []],
    ['how many presidents were Democrats', ['Democratic Party']],
  ])('is reported with names that have all its words: %s', async (question, names) => {
    const { explanation } = (await askSample(question)).result;
    expect(explanation).toContain('is named');
    const [, similar = ''] = explanation.split('Similar names:');
    expect([...similar.matchAll(/“([^”]*)”/g)].map(([, name]) => name)).toEqual(names);
  });
});

describe('A question for a relative', () => {
  it.each([
    ['who is the wife of Barack Obama', ['Michelle Obama']],
    ["who is Angelina Jolie's dad", ['Jon Voight']],
    ['who is the mom of Liza Minnelli', ['Judy Garland']],
  ])('is answered with people of that gender: %s', async (question, names) => {
    expect(namesIn(await askSample(question))).toEqual(names);
  });

  it.each([
    'who is the mother of Angelina Jolie',
    'who is the sister of Charlie Sheen',
    'who is the husband of Barack Obama',
  ])('is not answered if the KB knows only people of the other gender: %s', async (question) => {
    const { result } = await askSample(question);
    expect([result.kind, result.refusal]).toEqual(['unanswerable', 'no-facts']);
  });
});

describe('A question that names a class', () => {
  it.each(['what county is Chicago in', 'what county is Boston in'])(
    'is not answered with another class: %s',
    async (question) => {
      const { result } = await askSample(question);
      expect([result.kind, result.refusal]).toEqual(['unanswerable', 'no-facts']);
      expect(result.confidence.why).toContain('No answer has the class that the question asks for.');
    },
  );
});

describe('An answer that leaves out a part of the question', () => {
  it.each([
    // The verb
    'which films did Al Pacino turn down',
    'which team did LeBron James refuse to join',
    'what language is spoken in the country where the Rhine ends',
    'who played in the film that won the Academy Award for Best Picture',
    // The order
    'what was the second film directed by Christopher Nolan',
    'what currency did Germany use before the euro',
    // An incomplete KB lacks the first.
    'who was the first president of the United States',
    'what was the last film directed by Christopher Nolan',
    // A relative of a relative
    "who is the sister of Michael Jackson's brother",
  ])('is not certain: %s', async (question) => {
    const { result } = await askSample(question);
    expect(result.kind === 'answer' ? result.confidence.value : 0).toBeLessThan(0.5);
  });

  it.each([
    ['which was released first, Titanic or Avatar', 'Titanic'],
    ['when was Angelina Jolie married to Brad Pitt', '23 August 2014'],
    ['when did Brad Pitt and Angelina Jolie marry', '23 August 2014'],
    ['what is the second largest country in South America', 'Argentina'],
    ['which instruments does Stevie Wonder play', 'Piano'],
  ])('leaves out nothing: %s', async (question, name) => {
    const trace = await askSample(question);
    expect(namesIn(trace)).toContain(name);
    expect(trace.result.confidence.value).toBeGreaterThan(0.5);
  });
});

describe('A superlative', () => {
  it('says that an incomplete KB may lack the largest', async () => {
    const note = 'The KB is incomplete, so the first or largest may be missing.';
    const { result } = await askSample('what is the longest river');
    expect(result.confidence.why).toContain(note);
    const { result: other } = await askSample('how long is the Danube');
    expect(other.confidence.why).not.toContain(note);
  });
});

describe('The question who or what something is', () => {
  it.each([
    ['Who is Barack Obama?', 'Politician'],
    ['What is the Danube?', 'river'],
    ["What's Titanic?", 'film'],
    ['Tell me about the Danube.', 'river'],
    ['please describe Titanic', 'film'],
    ['who was Albert Einstein', 'Physicist'],
  ])(
    'is answered with the profession of a person, or else with classes if there is no description: %s',
    async (question, type) => {
      const trace = await askSample(question);
      expect(trace.result.kind).toBe('answer');
      expect(namesIn(trace)).toContain(type);
      expect(namesIn(trace)).not.toContain('topic');
    },
  );

  it.each(['Who is Frodo Baggins?', 'What is the Danube of Paris?', 'Who is the Danube?'])(
    'is not answered with classes: %s',
    async (question) => {
      const trace = await askSample(question);
      expect(trace.result.sexpr ?? '').not.toContain('type.object.type');
    },
  );
});

describe('An ordinal', () => {
  it.each([
    ['What is the second largest country in South America?', ['Argentina']],
    ['What is the second longest river?', ['Yangtze']],
    ['Who is the second oldest member of Pink Floyd?', ['Roger Waters']],
    ['Which film has the 2nd biggest budget?', ['Titanic']],
  ])('selects by rank: %s', async (question, names) => {
    const trace = await askSample(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', names]);
    expect(trace.result.query).toContain('OFFSET 1');
    expect(trace.result.sexpr).toMatch(/ 2\)$/);
  });

  it.each(['What is the 90th longest river?', 'What is the second most beautiful city?'])(
    'is not answered with the first: %s',
    async (question) => {
      expect((await askSample(question)).result.kind).toBe('unanswerable');
    },
  );
});

describe('A question with an exception or a negation', () => {
  it.each([
    [
      'Which films did Christopher Nolan direct except Inception?',
      ['Batman Begins', 'The Dark Knight', 'The Dark Knight Rises'],
    ],
    ['Which films by Christopher Nolan do not star Christian Bale?', ['Inception']],
    // A person is not among films, so the negation is one of what connects them.
    [
      'Which films star Leonardo DiCaprio but not Kate Winslet?',
      ['Catch Me If You Can', 'Inception', 'The Departed'],
    ],
    ['Who starred in The Dark Knight but not Batman Begins?', ['Gary Oldman', 'Heath Ledger']],
    ["Which countries in South America don't border Brazil?", ['Chile', 'Ecuador']],
    ['Which members of Pink Floyd do not play the guitar?', ['Nick Mason', 'Richard Wright', 'Roger Waters']],
  ])('is answered without what it excludes: %s', async (question, names) => {
    const trace = await askSample(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', names]);
    expect(trace.result.sexpr).toContain('(MINUS ');
  });

  it('is not a quotation with a negation', async () => {
    const { result } = await askSample('Who said "I do not fear Brazil" in the film Inception?');
    expect(result.explanation).not.toContain('rank');
  });

  it('excludes several names', async () => {
    const names = namesIn(await askSample('Which countries border Germany except France and Poland?'));
    expect(names).toContain('Denmark');
    expect(names).not.toContain('France');
    expect(names).not.toContain('Poland');
  });

  it('excludes nothing if the name is not among the answers', async () => {
    const names = namesIn(await askSample('Which films did Christopher Nolan direct except Titanic?'));
    expect(names).toEqual(['Batman Begins', 'Inception', 'The Dark Knight', 'The Dark Knight Rises']);
  });

  it.each(['which films were never directed by James Cameron?', 'Who did not win the Nobel Peace Prize?'])(
    'is refused if only the negation restricts it: %s',
    async (question) => {
      const { result } = await askSample(question);
      expect([result.kind, result.refusal]).toEqual(['unanswerable', 'not-understood']);
    },
  );
});

describe('A comparison of the members of a place', () => {
  const large = ['France', 'Germany', 'Italy', 'Russia', 'United Kingdom'];

  it.each([
    ['Which countries in Europe have more than 50 million inhabitants?', large],
    ['list all countries in Europe with population over 50 million', large],
    ['Which countries in South America have a population of more than 50 million?', ['Brazil', 'Colombia']],
  ])('uses values of mediators: %s', async (question, names) => {
    const trace = await askSample(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', names]);
    expect(trace.result.query).toContain('ns:measurement_unit.dated_integer.number');
  });
});

it('A comparative is not used for another measure', async () => {
  const { result } = await askSample('Which rivers in Europe are longer than 2000 km?');
  expect(result.kind).toBe('unanswerable');
});

it('The year of an event is not that of another event', async () => {
  const trace = await askSample('what year was Inception released');
  expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', ['16 July 2010']]);
});

describe('A path that leads back', () => {
  it('does not answer with a node on the way', async () => {
    const trace = await askSample('who was the wife of the director of Titanic');
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', ['Kathryn Bigelow']]);
    expect(trace.result.reading?.question).toBe('Who are the spouses of the directors of Titanic?');
  });

  it('reaches what has the same partner as the start', async () => {
    const trace = await askSample('what other movies did the director of Inception direct');
    expect(namesIn(trace)).toEqual(['Batman Begins', 'The Dark Knight', 'The Dark Knight Rises']);
    expect(trace.result.query).toContain('ns:film.film.directed_by');
  });
});

describe('A comparison of two entities', () => {
  it.each([
    ['Which is longer, the Rhine or the Danube?', 'Danube', '2850'],
    ['Who is older, Tom Hanks or Brad Pitt?', 'Tom Hanks', '9 July 1956'],
    ['Who is younger, Tom Hanks or Brad Pitt?', 'Brad Pitt', '18 December 1963'],
    ['Which country is larger, Brazil or France?', 'Brazil', '643,801'],
    ['Which country has more inhabitants, Germany or France?', 'Germany', '83,200,000'],
  ])('is answered with both values: %s', async (question, name, value) => {
    const trace = await askSample(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', [name]]);
    expect(trace.result.explanation).toContain(value);
    expect(trace.result.confidence.value).toBeGreaterThan(0.5);
  });

  it.each([
    ['Who is taller, Tom Hanks or Brad Pitt?', 'no-facts'],
    ['Which is older, Tom Hanks or the Danube?', 'not-understood'],
    ['Which is longer, the Rhine or the Nile?', 'not-understood'],
    ['Which is better, Avatar or Inception?', 'not-understood'],
  ])('is refused without both values: %s', async (question, refusal) => {
    const { result } = await askSample(question);
    expect([result.kind, result.refusal]).toEqual(['unanswerable', refusal]);
  });
});

describe('A question with both … and …', () => {
  it.each([
    ['Which countries border both France and Germany?', ['Belgium', 'Luxembourg', 'Switzerland']],
    [
      'Which films star both Christian Bale and Michael Caine?',
      ['Batman Begins', 'The Dark Knight', 'The Dark Knight Rises'],
    ],
    ['which actors played in both Batman Begins and The Dark Knight', ['Christian Bale', 'Michael Caine']],
  ])('is answered with what both have: %s', async (question, names) => {
    expect(namesIn(await askSample(question))).toEqual(names);
  });

  it('is not answered confidently if nothing has both', async () => {
    const { kind, confidence } = (await askSample('Which countries border both France and Japan?')).result;
    expect(kind === 'answer' ? confidence.value : 0).toBeLessThan(0.5);
  });
});

describe('A count with a condition', () => {
  it.each([
    ['How many films did Christopher Nolan direct after 2005?', '4'],
    ['How many films did Steven Spielberg direct before 1990?', '2'],
    ['how many rivers are longer than 5000 kilometers?', '2'],
    ['how many countries have more than 200 million inhabitants', '5'],
  ])('is answered as a lower bound: %s', async (question, count) => {
    const trace = await askSample(question);
    expect(namesIn(trace)).toEqual([count]);
    expect(trace.result.atLeast).toBe(true);
  });
});
