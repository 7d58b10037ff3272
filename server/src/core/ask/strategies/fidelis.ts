/**
 * FiDeLiS: a plan, and a beam search over relation paths from the linked entities. Paths are scored by the keywords of the plan;
 * the model selects among those that exist. Paths from which the answer follows are complete, and the others are extended up to a
 * limit. A complete path, or else one of the last beam, becomes a query, which gives the answer.
 */
import type { RdfTerm } from '../../kb/knowledge-base';
import type { LinkedEntity } from '../../question/linking/linking';
import type { PlanReply } from '../../model/prompts/replies';
import { printSExpr } from '../../logical-form/print-sexpr';
import { executeQuery } from '../execute-query';
import type { AskEvent, AskProgress, CandidateQuery } from '../ask-events';
import { toOutcome, type Strategy, type StrategyInput, type StrategyOutcome } from '../strategy';
import { likelyEntities, withoutMentions } from '../names-in-question';
import { FidelisRequests, defaultStatement, type ModelUnavailable } from './fidelis/fidelis-requests';
import { extendPath, formatPath, formatPathWithEnds, startPath, type RelationPath } from './fidelis/paths';
import { PathScorer } from './fidelis/path-scorer';
import { findJoinablePairs, toLogicalForm, toQuery, type JoinedPaths } from './fidelis/to-query';
import { irisOf, PathWalk } from './fidelis/path-walk';

export const fidelis: Strategy = {
  name: 'fidelis',
  needsModel: true,
  run: (input) => new Search(input).run(),
};

/** Paths that become one query, and the confidence that it gives the answer. */
interface PathCandidate {
  readonly paths: JoinedPaths;
  readonly because: string;
  readonly confidence: number;
}

interface CheckedPaths {
  readonly answers: readonly RelationPath[];
  readonly parts: readonly RelationPath[];
}

/** Limits the entities that paths start from. */
const MAX_STARTS = 5;
const MAX_QUERIES = 5;
/** Limits the end nodes of a path whose names are looked up. */
const MAX_NAMED_ENDS = 4;
/** Heuristics, not probabilities. */
const CONFIDENCE = { follows: 0.7, joined: 0.6, unchecked: 0.3, beam: 0.2 };
const REASONS = {
  follows: 'The model confirms that the answer follows from the path.',
  joined: 'The model matches a part of the question with each path; both lead to the answer.',
  unchecked: 'Whether the answer follows from the path could not be checked: the model sent no valid reply.',
  beam: 'The model confirmed no path. This is one of the last paths that it chose.',
};

class Search {
  private readonly walk: PathWalk;
  private rounds = 0;

  constructor(private readonly input: StrategyInput) {
    const { task, ports, signal } = input;
    this.walk = new PathWalk(ports.kb.kb, ports.schema, signal, task.relations);
  }

  async *run(): AskProgress<StrategyOutcome> {
    const { model } = this.input.ports;
    const starts = likelyEntities(this.input.linking, MAX_STARTS);
    if (!model) return toOutcome('failed', 'fidelis needs a model.');
    if (!starts.length)
      return toOutcome('nothing', 'The question names no entity that a path could start from.');
    const requests = new FidelisRequests(this.input.task.question, model, this.input.signal);
    const candidates = yield* this.search(starts, requests);
    if ('fault' in candidates) return toOutcome('failed', candidates.fault);
    return yield* this.execute(candidates);
  }

  private async *search(
    starts: readonly LinkedEntity[],
    requests: FidelisRequests,
  ): AskProgress<readonly PathCandidate[] | ModelUnavailable> {
    const { fidelis: limits } = this.input.options;
    const plan = yield* this.plan(requests, starts);
    if ('fault' in plan) return plan;
    const scorer = new PathScorer(plan.keywords, this.input.ports, this.walk, limits, this.input.signal);
    const accepted: PathCandidate[] = [];
    const partialPaths: RelationPath[] = [];
    let beam: readonly RelationPath[] = starts.map(startPath);
    let isChecked = true;
    for (let length = 1; length <= limits.length && beam.length; length++) {
      yield { type: 'progress', message: `Exploring paths of ${length} ${length === 1 ? 'step' : 'steps'}` };
      const extended: RelationPath[] = [];
      for (const path of beam) extended.push(...(await extendPath(path, this.walk)));
      const ranked = await scorer.rank(extended, { lookAhead: length < limits.length });
      if (!ranked.length) break;
      const chosen = yield* this.choose(requests, plan, ranked);
      if ('fault' in chosen) return yield* this.stop(accepted, chosen);
      beam = chosen;
      if (!beam.length) break;
      const check = yield* this.check(requests, plan, beam);
      if (check && 'fault' in check) return yield* this.stop(accepted, check);
      isChecked = check !== undefined;
      if (!check) continue;
      accepted.push(...check.answers.map((path) => toCandidate([path], 'follows')));
      partialPaths.push(...check.parts);
      const pairs = findJoinablePairs(partialPaths);
      if (pairs.length) return [...accepted, ...pairs.map((pair) => toCandidate(pair, 'joined'))];
      // A path that is accepted is complete; the others are extended.
      beam = beam.filter((path) => !check.answers.includes(path));
    }
    if (accepted.length) return accepted;
    return beam
      .filter(({ steps }) => steps.length)
      .map((path) => toCandidate([path], isChecked ? 'beam' : 'unchecked'));
  }

  /** Returns the paths that were accepted before the model became unavailable. */
  private *stop(
    accepted: readonly PathCandidate[],
    unavailable: ModelUnavailable,
  ): Generator<AskEvent, readonly PathCandidate[] | ModelUnavailable> {
    if (!accepted.length) return unavailable;
    yield { type: 'trouble', message: unavailable.fault };
    return accepted;
  }

  /** Returns the paths from which the answer, or a part of it, follows; undefined if the reply is invalid. */
  private async *check(
    requests: FidelisRequests,
    plan: PlanReply,
    beam: readonly RelationPath[],
  ): AskProgress<CheckedPaths | ModelUnavailable | undefined> {
    const lines = await this.formatPaths(beam);
    const check = await requests.checkPaths(plan, lines);
    if (!check || 'fault' in check) return check;
    yield { type: 'thought', purpose: 'follows-from-path', text: joinChosen(check.answers, lines) };
    const pathsAt = (indexes: readonly number[]): readonly RelationPath[] =>
      indexes.flatMap((index) => beam[index] ?? []);
    return { answers: pathsAt(check.answers), parts: pathsAt(check.parts) };
  }

  /** Requests a plan. If it is invalid, the words of the question are its keywords. */
  private async *plan(
    requests: FidelisRequests,
    starts: readonly LinkedEntity[],
  ): AskProgress<PlanReply | ModelUnavailable> {
    yield { type: 'progress', message: 'Planning' };
    const plan = await requests.plan(starts);
    if (plan && 'fault' in plan) return plan;
    const { question } = this.input.task;
    if (!plan)
      return {
        keywords: [withoutMentions(question, this.input.linking)],
        steps: [],
        statement: defaultStatement(question),
      };
    const text = [plan.keywords.join(', '), ...plan.steps, plan.statement].join('\n');
    yield { type: 'thought', purpose: 'plan-question', text };
    return plan;
  }

  /** Lets the model choose paths. If its reply is invalid, those with the best scores are chosen. */
  private async *choose(
    requests: FidelisRequests,
    plan: PlanReply,
    ranked: readonly RelationPath[],
  ): AskProgress<readonly RelationPath[] | ModelUnavailable> {
    const { beam } = this.input.options.fidelis;
    const lines = await this.formatPaths(ranked);
    yield { type: 'candidates', count: ranked.length, best: lines.slice(0, MAX_QUERIES) };
    const chosen = await requests.choosePaths(plan, lines, beam);
    if (!chosen) return ranked.slice(0, beam);
    if ('fault' in chosen) return chosen;
    yield { type: 'thought', purpose: 'choose-steps', text: joinChosen(chosen, lines) };
    return chosen.flatMap((index) => ranked[index] ?? []);
  }

  private async formatPaths(paths: readonly RelationPath[]): Promise<readonly string[]> {
    const iris = irisOf(paths.flatMap((path) => path.ends.slice(0, MAX_NAMED_ENDS)));
    const known = await this.input.ports.kb.directory.lookUp(iris, this.input.signal);
    const nameOf = ({ type, value }: RdfTerm): string =>
      (type === 'uri' ? known.get(value)?.name : undefined) ?? this.input.ports.schema.idOf(value) ?? value;
    return paths.map((path) => formatPathWithEnds(path, nameOf));
  }

  private async *execute(candidates: readonly PathCandidate[]): AskProgress<StrategyOutcome> {
    const considered: CandidateQuery[] = [];
    for (const candidate of candidates.slice(0, MAX_QUERIES)) {
      const query = await this.executeOne(candidate);
      considered.push(query);
      yield { type: 'considered', considered: query };
    }
    const { rounds } = this;
    const index = considered.findIndex(({ answers }) => answers?.length);
    const best = candidates[index];
    if (!best)
      return toOutcome('nothing', 'No path from the linked entities leads to an answer.', {
        rounds,
        considered,
      });
    return {
      considered: considered.map((query, position) => ({ ...query, chosen: position === index })),
      verdict: 'answer',
      confidence: best.confidence,
      because: [best.because],
      explanation: `Found with the path ${considered[index]?.path ?? ''}.`,
      rounds,
    };
  }

  private async executeOne({ paths, because, confidence }: PathCandidate): Promise<CandidateQuery> {
    const form = toLogicalForm(paths, this.input.task.question);
    const query = toQuery(form, paths, this.input.ports.schema);
    const executed = await executeQuery(query, this.input);
    this.rounds++;
    return {
      query,
      sexpr: printSExpr(form),
      path: paths.map(formatPath).join(' and '),
      score: paths.reduce((sum, { score }) => sum + score, confidence),
      because: [because],
      findings: [],
      ...executed,
      chosen: false,
    };
  }
}

function joinChosen(chosen: readonly number[], lines: readonly string[]): string {
  return chosen.map((index) => lines[index] ?? '').join('\n') || 'none';
}

function toCandidate(paths: JoinedPaths, kind: keyof typeof CONFIDENCE): PathCandidate {
  return { paths, because: REASONS[kind], confidence: CONFIDENCE[kind] };
}
