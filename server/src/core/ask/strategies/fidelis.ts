/**
 * A plan, and a beam search over paths from the entities of the question: scored by its keywords, chosen by the model among those
 * that exist, until a path is found from which the answer follows. The path becomes a query, and the query answers.
 */
import type { RdfTerm } from '../../kb/knowledge-base';
import type { LinkedEntity, Linking } from '../../question/linking/linking';
import type { PlanReply } from '../../model/prompts/replies';
import { answersOf } from '../../repair/answers-of';
import { printSExpr } from '../../logical-form/print-sexpr';
import { parseQuery } from '../../language/sparql/parse';
import type { AskEvent, CandidateQuery } from '../ask-events';
import type { AskOptions, AskPorts, AskTask } from '../ask-ports';
import { noAnswer, type Strategy, type StrategyOutcome } from '../strategy';
import { likelyEntities, withoutMentions } from '../names-in-question';
import { Guide, statementOf, type ModelUnavailable } from './fidelis/guide';
import { grown, pathInWords, pathTold, startAt, type RelationPath } from './fidelis/paths';
import { Scorer } from './fidelis/score';
import { formOf, joinable, queryOf } from './fidelis/to-query';
import { PathWalk } from './fidelis/walk';

export const fidelis: Strategy = {
  name: 'fidelis',
  needsModel: true,
  run: (task, linking, ports, options, signal) => new Search(task, linking, ports, options, signal).run(),
};

type Telling<Result> = AsyncGenerator<AskEvent, Result>;
type Model = NonNullable<AskPorts['model']>;

/** Paths that become one query, and how sure it is that they answer. */
interface Arrived {
  readonly paths: readonly [RelationPath, ...RelationPath[]];
  readonly because: string;
  readonly confidence: number;
}

/** Where a name has several meanings, the likeliest of each are begun from. */
const MAX_STARTS = 5;
const MAX_QUERIES = 5;
/** Rules of thumb, not chances. */
const CONFIDENCE = { follows: 0.7, joined: 0.6, unchecked: 0.3 };

class Search {
  private readonly walk: PathWalk;
  private rounds = 0;

  constructor(
    private readonly task: AskTask,
    private readonly linking: Linking,
    private readonly ports: AskPorts,
    private readonly options: AskOptions,
    private readonly signal: AbortSignal,
  ) {
    this.walk = new PathWalk(ports.kb.kb, ports.schema, signal, task.relations);
  }

  async *run(): Telling<StrategyOutcome> {
    const { model } = this.ports;
    const starts = likelyEntities(this.linking, MAX_STARTS);
    if (!model) return noAnswer('failed', 'fidelis needs a model.');
    if (!starts.length)
      return noAnswer('nothing', 'The question names no entity that a path could start from.', {
        rounds: this.rounds,
      });
    const arrived = yield* this.search(starts, model);
    if ('fault' in arrived) return noAnswer('failed', arrived.fault, { rounds: this.rounds });
    return yield* this.answered(arrived);
  }

  private async *search(
    starts: readonly LinkedEntity[],
    model: Model,
  ): Telling<readonly Arrived[] | ModelUnavailable> {
    const { fidelis: limits } = this.options;
    const guide = new Guide(this.task.question, model, this.signal);
    const plan = yield* this.plan(guide, starts);
    if ('fault' in plan) return plan;
    const scorer = new Scorer(plan.keywords, this.ports, this.walk, limits, this.signal);
    const parts: RelationPath[] = [];
    let beam: readonly RelationPath[] = starts.map(startAt);
    let unchecked: readonly RelationPath[] = [];
    for (let length = 1; length <= limits.length; length++) {
      yield { type: 'progress', message: `Looking at paths of ${length} ${length === 1 ? 'step' : 'steps'}` };
      const ranked = await scorer.ranked(await this.grow(beam), length < limits.length);
      if (!ranked.length) break;
      const chosen = yield* this.choose(guide, plan, ranked);
      if ('fault' in chosen) return chosen;
      if (!chosen.length) break;
      beam = chosen;
      const lines = await this.inWords(beam);
      const judged = await guide.follows(plan, lines);
      if (judged && 'fault' in judged) return judged;
      if (!judged) {
        unchecked = beam;
        continue;
      }
      yield { type: 'thought', purpose: 'follows-from-path', text: told(judged.answers, lines) };
      const answers = judged.answers.flatMap((at) => beam[at] ?? []);
      parts.push(...judged.parts.flatMap((at) => beam[at] ?? []));
      if (answers.length) return answers.map((path) => arrivedBy([path], 'follows'));
      const joined = joinable(parts);
      if (joined.length) return joined.map((pair) => arrivedBy(pair, 'joined'));
    }
    return unchecked.map((path) => arrivedBy([path], 'unchecked'));
  }

  /** A plan that cannot be used is done without: then the words of the question are its keywords. */
  private async *plan(guide: Guide, starts: readonly LinkedEntity[]): Telling<PlanReply | ModelUnavailable> {
    yield { type: 'progress', message: 'Planning' };
    const plan = await guide.plan(starts);
    if (plan && 'fault' in plan) return plan;
    const { question } = this.task;
    const words = {
      keywords: [withoutMentions(question, this.linking)],
      steps: [],
      statement: statementOf(question),
    };
    if (!plan) return words;
    const text = [plan.keywords.join(', '), ...plan.steps, plan.statement].join('\n');
    yield { type: 'thought', purpose: 'plan-question', text };
    return plan;
  }

  private async grow(beam: readonly RelationPath[]): Promise<readonly RelationPath[]> {
    const all: RelationPath[] = [];
    for (const path of beam) all.push(...(await grown(path, this.walk)));
    return all;
  }

  /** The model's choice; the best by their scores where it makes none that can be used. */
  private async *choose(
    guide: Guide,
    plan: PlanReply,
    ranked: readonly RelationPath[],
  ): Telling<readonly RelationPath[] | ModelUnavailable> {
    const { beam } = this.options.fidelis;
    const lines = await this.inWords(ranked);
    yield { type: 'candidates', count: ranked.length, best: lines.slice(0, MAX_QUERIES) };
    const chosen = await guide.choose(plan, lines, beam);
    if (chosen && 'fault' in chosen) return chosen;
    if (!chosen) return ranked.slice(0, beam);
    yield { type: 'thought', purpose: 'choose-steps', text: told(chosen, lines) };
    return chosen.flatMap((at) => ranked[at] ?? []);
  }

  private async inWords(paths: readonly RelationPath[]): Promise<readonly string[]> {
    const { directory } = this.ports.kb;
    const ends = paths.flatMap((path) => path.ends.slice(0, 4));
    const iris = ends.flatMap(({ type, value }) => (type === 'uri' ? [value] : []));
    const known = await directory.lookUp(iris, this.signal);
    const nameOf = ({ type, value }: RdfTerm): string =>
      (type === 'uri' ? known.get(value)?.name : undefined) ?? this.ports.schema.idOf(value) ?? value;
    return paths.map((path) => pathInWords(path, nameOf));
  }

  private async *answered(arrived: readonly Arrived[]): Telling<StrategyOutcome> {
    const considered: CandidateQuery[] = [];
    for (const each of arrived.slice(0, MAX_QUERIES)) {
      const one = await this.asked(each);
      considered.push(one);
      yield { type: 'considered', considered: one };
    }
    const at = considered.findIndex(({ answers }) => answers?.length);
    const [best] = arrived.slice(Math.max(0, at));
    if (at < 0 || !best)
      return {
        ...noAnswer('nothing', 'No path from the linked entities leads to an answer.', {
          rounds: this.rounds,
        }),
        considered,
      };
    return {
      considered: considered.map((each, index) => ({ ...each, chosen: index === at })),
      verdict: 'answer',
      confidence: best.confidence,
      because: [best.because],
      explanation: `Found with the path ${considered[at]?.path ?? ''}.`,
      rounds: this.rounds,
    };
  }

  private async asked({ paths, because, confidence }: Arrived): Promise<CandidateQuery> {
    const { schema, kb } = this.ports;
    const form = formOf(paths, this.task.question);
    const query = queryOf(paths, this.task.question, schema);
    const execution = await kb.kb.execute(query, this.options.limits, this.signal);
    this.rounds++;
    const answers = answersOf(parseQuery(query, this.options.dialect), execution);
    return {
      query,
      sexpr: printSExpr(form),
      path: paths.map(pathTold).join(' and '),
      score: paths.reduce((sum, { score }) => sum + score, confidence),
      because: [because],
      findings: [],
      execution,
      ...(answers && { answers }),
      chosen: false,
    };
  }
}

function told(chosen: readonly number[], lines: readonly string[]): string {
  return chosen.map((at) => lines[at] ?? '').join('\n') || 'none';
}

function arrivedBy(paths: readonly [RelationPath, ...RelationPath[]], how: keyof typeof CONFIDENCE): Arrived {
  return { paths, because: BECAUSE[how], confidence: CONFIDENCE[how] };
}

const BECAUSE = {
  follows: 'The model confirms that the answer follows from the path.',
  joined: 'The model matches a part of the question with each path; both lead to the answer.',
  unchecked: 'Whether the answer follows from the path could not be checked: the model sent no valid reply.',
};
