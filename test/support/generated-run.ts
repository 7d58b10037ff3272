/** Generates a run of any size with all verdicts and kinds of questions. The same seed gives the same run. */
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import type { Answerability, EvalQuestion } from '../../server/src/evaluation/eval-question';
import type { PredictedAttempt, Prediction, QuestionTimes } from '../../server/src/evaluation/prediction';
import type { RunFacts } from '../../server/src/evaluation/report';
import { evalQuestion, prediction, runFacts } from './eval';

export interface GeneratedRun {
  readonly questions: readonly EvalQuestion[];
  readonly predictions: ReadonlyMap<string, Prediction>;
  readonly times: readonly QuestionTimes[];
  readonly facts: RunFacts;
}

const FILMS = ['m.0dr_4', 'm.0bth54', 'm.02fqrf', 'm.0661ql3'];
const NAMES = ['Titanic', 'Avatar', 'Batman Begins', 'Inception'];
const RELATIONS = ['film.film.directed_by', 'film.film.written_by', 'film.film.starring', 'film.film.genre'];
const ANSWERABLE: readonly Answerability[] = ['answerable', 'answerable', 'answerable', 'schema', 'data'];
const LEVELS = ['i.i.d.', 'compositional', 'zero-shot'];
const FUNCTIONS = ['none', 'none', 'count', 'argmax'];

/** `skill` is the share of correct answers, `asked` the number of questions with a prediction. */
export function generateRun(
  count: number,
  { seed = 1, skill = 0.6, asked = count, model = true } = {},
): GeneratedRun {
  const fixed = new SeededRandom(9);
  const draw = new SeededRandom(seed);
  const questions = Array.from({ length: count }, (_, at) => createQuestion(at, fixed));
  const predictions = questions.slice(0, asked).map((one) => createPrediction(one, draw, skill, model));
  return {
    questions,
    predictions: new Map(predictions.map((one) => [one.id, one])),
    times: predictions.map(({ id }) => ({
      id,
      milliseconds: 200 + draw.below(3000),
      kbMilliseconds: 50 + draw.below(100),
      modelMilliseconds: model ? draw.below(2000) : 0,
    })),
    facts: {
      ...runFacts,
      dataset: { ...runFacts.dataset, name: 'films.jsonl', questions: count, bad: 2 },
      strategy: 'fun-fusic',
      ...(model && { model: 'a-model' }),
    },
  };
}

function createQuestion(at: number, draw: SeededRandom): EvalQuestion {
  const relation = draw.pick(RELATIONS);
  const film = draw.below(FILMS.length);
  const answerability = draw.pick(ANSWERABLE);
  const sexpr = `(JOIN (R ${relation}) ${FILMS[film]})`;
  const answers =
    answerability === 'answerable' ? [`m.0a${at}`, `m.0b${at}`].slice(0, 1 + draw.below(2)) : [];
  return evalQuestion(
    `film-${at + 1}`,
    {
      parses: [answerability === 'schema' ? { answers } : { sexpr, answers }],
      answerability,
      ...(answerability !== 'answerable' && { ideal: [`m.0a${at}`] }),
      level: draw.pick(LEVELS),
      function: draw.pick(FUNCTIONS),
      hops: 1 + draw.below(2),
      entities: FILMS.slice(film, film + 1),
    },
    `What is the ${relation.replace(/.*\./, '').replaceAll('_', ' ')} of ${NAMES[film]}, as number ${at + 1} asks?`,
  );
}

function createPrediction(
  { id, question, gold }: EvalQuestion,
  draw: SeededRandom,
  skill: number,
  model: boolean,
): Prediction {
  const isRight = draw.next() < skill;
  const [parse] = gold.parses;
  const answers = parse?.answers ?? [];
  const query =
    isRight && parse?.sexpr !== undefined
      ? queryFor(parse.sexpr.match(/[a-z]+\.[a-z_.]+/)?.[0] ?? '', gold.entities?.[0] ?? '')
      : queryFor(draw.pick(RELATIONS), draw.pick(FILMS));
  const outcome: Partial<Prediction> = isRight
    ? answers.length
      ? { answers, names: answers.map((one) => `Name of ${one}`) }
      : { kind: 'unanswerable', level: gold.answerability === 'schema' ? 'schema' : 'data' }
    : draw.pick<Partial<Prediction>>([
        { answers: [...answers.slice(0, 1), 'm.0zzz'], names: ['One', 'Another'] },
        { answers: ['m.0zzz'], names: ['Another'] },
        { kind: 'unanswerable', level: draw.pick(['schema', 'data'] as const) },
        { kind: 'failed' },
      ]);
  const sexpr = isRight ? parse?.sexpr : undefined;
  return prediction(id, {
    ...outcome,
    question,
    query: outcome.kind === undefined ? query : null,
    ...(outcome.kind === undefined && sexpr !== undefined && { sexpr }),
    strategy: 'fun-fusic',
    confidence: Math.round(100 * (isRight ? 0.4 + 0.6 * draw.next() : 0.7 * draw.next())) / 100,
    queries: 2 + draw.below(20),
    ...(model && {
      usage: {
        calls: 1 + draw.below(6),
        tokens: { input: 800 + draw.below(5000), output: 50 + draw.below(400) },
        money: draw.below(100) / 2000,
      },
    }),
    entities: draw.next() < 0.8 ? (gold.entities ?? []) : ['m.0wrong', ...(gold.entities ?? [])],
    retrieved: {
      relations: shuffle(RELATIONS, draw),
      classes: ['film.film', 'film.director'],
      paths: shuffle(RELATIONS, draw),
    },
    attempts: createAttempts(answers, query, isRight, draw),
    explanation: isRight ? 'The query passes every check.' : 'The most popular answer of three.',
    troubles: draw.next() < 0.1 ? ['The model was slow.'] : [],
  });
}

function createAttempts(
  gold: readonly string[],
  query: string,
  isRight: boolean,
  draw: SeededRandom,
): readonly PredictedAttempt[] {
  const count = 1 + draw.below(4);
  return Array.from({ length: count }, (_, at): PredictedAttempt => {
    const last = at === count - 1;
    const code = draw.pick(['egf', 'grounding', 'lf_semantic', 'nl_semantic']);
    return {
      query: `# attempt ${at + 1}\n${query}`,
      answers: last && isRight ? gold : draw.pick([[], ['m.0zzz']]),
      findings: !last || draw.next() < 0.1 ? [{ code, strength: 'weak' }] : [],
      checked: true,
      chosen: last,
    };
  });
}

function queryFor(relation: string, film: string): string {
  return `PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT DISTINCT ?x WHERE {\n  ns:${film} ns:${relation} ?x .\n  FILTER (?x != ns:m.0zzz)\n}`;
}

function shuffle(all: readonly string[], draw: SeededRandom): readonly string[] {
  return all
    .map((one) => [draw.next(), one] as const)
    .sort(([left], [right]) => left - right)
    .map(([, one]) => one);
}
