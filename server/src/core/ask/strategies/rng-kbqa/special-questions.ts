/** Answers questions that are not about the end of a path: yes or no, who or what something is, which of two. They need no model. */
import { mayBeSomeone } from '../../../candidates/rank/answer-kind';
import { MIN_RATIO_OF_COMPARED } from '../../../candidates/rank/candidate-order';
import { incompleteKbHint } from '../../../repair/unanswerable';
import { analyzeQuestion } from '../../../language/english/question';
import { parseQuery } from '../../../language/sparql/parse';
import { printSExpr } from '../../../logical-form/print-sexpr';
import { parseSExpr } from '../../../logical-form/parse-sexpr';
import { toAskQuery, toSparql } from '../../../logical-form/to-sparql';
import type { SExpr } from '../../../logical-form/sexpr';
import { asOf } from '../../../candidates/rank/linked-question';
import type { Ranking } from '../../../candidates/rank/rank';
import type { AskProgress, CandidateQuery, NamedAnswer } from '../../ask-events';
import { executeQuery } from '../../execute-query';
import { joinWithOr } from '../../../language/english/lists';
import { nameAnswers } from '../../name-answers';
import { whatWasNotUnderstood } from '../../not-understood';
import { toOutcome, type StrategyInput, type StrategyOutcome } from '../../strategy';
import type { AwardQuestion } from './award-question';
import type { ComparisonOfTwo } from './compare-two';
import { definedEntity, definitionForms } from './definition';
import { UNSUPPORTED_YES_NO } from '../../unsupported-question';
import { claimsOf, isRefutedBy, mayBeMeant, type Claim } from '../../yes-no';
import { exclude, isPlace, placesAround } from './places-around';
import type { RoleQuestion } from './role-question';
import { superlativesWithin, type SuperlativeWithin } from './superlative-within';
import { asksForRelation } from '../../../candidates/rank/asked-relations';
import { stem } from '../../../language/english/nouns';
import { isCapitalAt } from '../../../language/english/words';

/** The confidence in yes and in a comparison, in no, in a description, and in a superlative (heuristic). */
const CONFIDENCE_IN_YES = 0.85;
const CONFIDENCE_IN_NO = 0.45;
const CONFIDENCE_IN_DEFINITION = 0.8;
const CONFIDENCE_IN_SUPERLATIVE = 0.6;
/** The confidence that a question that is not understood cannot be answered (heuristic). */
const NOT_UNDERSTOOD_CONFIDENCE = 0.9;
/** Limits the facts that are shown, and those that deny another. */
const MAX_INSTEAD = 5;

interface Compared {
  readonly form: SuperlativeWithin;
  /** The number of different values. */
  readonly values: number;
}

export function notUnderstood(explanation: string): StrategyOutcome {
  return toOutcome('unanswerable', explanation, {
    refusal: 'not-understood',
    confidence: NOT_UNDERSTOOD_CONFIDENCE,
  });
}

export class SpecialQuestions {
  private executed = 0;

  constructor(private readonly input: StrategyInput) {}

  /** Answers yes if the KB confirms a claim of the question, and no if it has other facts instead. */
  async *confirm(ranking: Ranking): AskProgress<StrategyOutcome> {
    const { task, linking, ports } = this.input;
    const claims = claimsOf(task.question, linking, ranking, ports);
    const considered: CandidateQuery[] = [];
    const answer = (chosen: CandidateQuery, confidence: number, explanation: string): StrategyOutcome =>
      this.answer(
        explanation,
        confidence,
        chosen,
        considered.filter(({ query }) => query !== chosen.query),
      );
    for (const [at, claim] of claims.entries()) {
      const { query } = claim;
      const executed = await this.ask(query);
      considered.push(executed);
      yield { type: 'considered', considered: executed };
      const isTrue = executed.answers?.join() === 'true';
      if (isTrue && !claims.slice(0, at).some((other) => isRefutedBy(claim, other)))
        return answer(executed, CONFIDENCE_IN_YES, this.confirmation(query));
    }
    let denial:
      | { readonly denied: CandidateQuery; readonly path: string; readonly known: readonly string[] }
      | undefined;
    for (const [at, claim] of claims.entries()) {
      const { instead, isDeniable } = claim;
      const denied = considered[at];
      if (!isDeniable || denied?.answers?.join() !== 'false') continue;
      const around = await this.comparePlaces(claim);
      if (around === 'unknown') continue;
      if (around !== 'other') {
        yield { type: 'considered', considered: around };
        considered.push(around);
        return answer(around, CONFIDENCE_IN_YES, this.confirmation(around));
      }
      const known = 'query' in instead ? await this.namesOf(instead.query) : instead.names;
      if (known.some((name) => mayBeMeant(name, claim, task.question))) continue;
      // Few other values deny a claim better than many: who directed a film, rather than the films of a director.
      if (known.length && known.length <= Math.min(MAX_INSTEAD, (denial?.known.length ?? Infinity) - 1))
        denial = { denied, path: instead.path, known };
    }
    if (denial) return answer(denial.denied, CONFIDENCE_IN_NO, this.denial(denial.path, denial.known));
    const reason = whatWasNotUnderstood(task.question, linking, ports)?.explanation ?? UNSUPPORTED_YES_NO;
    const details = { considered, rounds: this.executed };
    const [claim] = claims;
    return claim ? { ...this.lackedFact(claim.query), ...details } : { ...notUnderstood(reason), ...details };
  }

  /**
   * The query that confirms a claim about a place by what contains the known one. Otherwise whether the known place is certainly
   * another one. A claim about anything else is about another one.
   */
  private async comparePlaces({
    expressed,
    query,
    instead,
  }: Claim): Promise<CandidateQuery | 'unknown' | 'other'> {
    const { schema } = this.input.ports;
    if (!expressed || !isPlace(expressed.target) || !('query' in instead)) return 'other';
    const { candidate, target } = expressed;
    if (!schema.includesType(candidate.endType ?? '', 'location.location')) return 'other';
    const left: SExpr = { kind: 'entity', id: target.id };
    for (const right of placesAround(candidate.expr, schema)) {
      const expr: SExpr = { kind: 'and', left, right };
      const executed = await this.ask({
        ...query,
        query: toAskQuery(expr, schema, asOf(this.input.ports)),
        sexpr: printSExpr(expr),
        path: `${instead.path} → contained by → ${target.name}`,
      });
      if (executed.answers?.join() === 'true') return executed;
    }
    const [known, others] = [await this.withPlacesAround(candidate.expr), await this.withPlacesAround(left)];
    return exclude(known, others) ? 'other' : 'unknown';
  }

  private async withPlacesAround(places: SExpr): Promise<readonly NamedAnswer[]> {
    const found: NamedAnswer[] = [];
    for (const expr of [places, ...placesAround(places, this.input.ports.schema)])
      found.push(...(await this.answersOf(this.toQuery(expr))));
    return found;
  }

  /** Answers yes if the question for the value has an answer. */
  async *confirmExistence(open: StrategyOutcome): AskProgress<StrategyOutcome> {
    const { ports } = this.input;
    const { found, expr } = this.foundBy(open);
    if (!found || !expr) return open;
    const executed = await this.ask({ ...found, query: toAskQuery(expr, ports.schema, asOf(ports)) });
    yield { type: 'considered', considered: executed };
    const names = await this.namesOf(found.query);
    const more = names.length > MAX_INSTEAD ? ', …' : '';
    const explanation = `The KB ${ports.kb.kb.name} has: ${found.path ?? ''}: ${names.slice(0, MAX_INSTEAD).join(', ')}${more}.`;
    const others = open.considered.map((candidate) => ({ ...candidate, chosen: false }));
    return {
      ...this.answer(explanation, Math.min(open.confidence, CONFIDENCE_IN_YES), executed, others),
      rounds: open.rounds + this.executed,
    };
  }

  /**
   * Answers yes if one of the holders is among those who have the role, and no if they are others. Undefined if they are not known,
   * unless the role is a certain relation, whose direction other facts do not tell.
   */
  async *confirmRole(
    open: StrategyOutcome,
    { holders, noun }: RoleQuestion,
  ): AskProgress<StrategyOutcome | undefined> {
    const { ports } = this.input;
    const { found, expr } = this.foundBy(open);
    if (!found || !expr || open.confidence < CONFIDENCE_IN_NO)
      return asksForRelation(stem(noun)) ? open : undefined;
    const holder = holders.find(({ id }) => found.answers?.includes(id)) ?? holders[0];
    if (!holder) return undefined;
    const claim: SExpr = { kind: 'and', left: { kind: 'entity', id: holder.id }, right: expr };
    const { confidence: _, ...candidate } = found;
    const executed = await this.ask({
      ...candidate,
      query: toAskQuery(claim, ports.schema, asOf(ports)),
      sexpr: printSExpr(claim),
      path: `${found.path ?? ''} → ${holder.name}`,
    });
    yield { type: 'considered', considered: executed };
    const details = { rounds: open.rounds + this.executed };
    if (executed.answers?.join() === 'true')
      return {
        ...this.answer(this.confirmation(executed), Math.min(open.confidence, CONFIDENCE_IN_YES), executed),
        ...details,
      };
    const known = await this.namesOf(found.query);
    return {
      ...(known.length > MAX_INSTEAD
        ? this.lackedFact(executed)
        : this.answer(this.denial(found.path, known), CONFIDENCE_IN_NO, executed)),
      ...details,
    };
  }

  /** Answers yes if one of the awards has the name. Other awards do not deny it. */
  async *confirmAward({ winner, name, awards, isNamed }: AwardQuestion): AskProgress<StrategyOutcome> {
    const found = await this.answersOf(this.toQuery(awards));
    const won = found.find((award) => isNamed(award.name));
    const path = `${winner.name} → awards won → award → ${won?.name ?? name}`;
    if (!won) return this.lackedFact(this.toCandidate(awards, path));
    const claim: SExpr = { kind: 'and', left: { kind: 'entity', id: won.value }, right: awards };
    const query = toAskQuery(claim, this.input.ports.schema, asOf(this.input.ports));
    const executed = await this.ask({ ...this.toCandidate(claim, path), query });
    yield { type: 'considered', considered: executed };
    return this.answer(this.confirmation(executed), CONFIDENCE_IN_YES, executed);
  }

  /** The chosen candidate of an answer, and its logical form. */
  private foundBy({ verdict, considered }: StrategyOutcome): { found?: CandidateQuery; expr?: SExpr } {
    const found = verdict === 'answer' ? considered.find(({ chosen }) => chosen) : undefined;
    const expr =
      found?.sexpr === undefined ? undefined : parseSExpr(found.sexpr, this.input.ports.schema).expr;
    return { ...(found && { found }), ...(expr && { expr }) };
  }

  private lackedFact({ path = '' }: CandidateQuery): StrategyOutcome {
    const { kb } = this.input.ports.kb;
    const explanation = `The KB ${kb.name} does not have this fact: ${path}.${incompleteKbHint(kb)}`;
    return toOutcome('unanswerable', explanation, {
      level: 'data',
      confidence: NOT_UNDERSTOOD_CONFIDENCE,
    });
  }

  /** Refuses a question in the present tense about facts that have ended. */
  async *onlyEnded(
    ended: CandidateQuery,
    considered: readonly CandidateQuery[],
  ): AskProgress<StrategyOutcome> {
    yield { type: 'considered', considered: ended };
    const names = await this.namesOf(ended.query);
    const more = names.length > MAX_INSTEAD ? ', …' : '';
    const explanation = `The KB ${this.input.ports.kb.kb.name} only has facts that have ended: ${ended.path ?? ''}: ${names.slice(0, MAX_INSTEAD).join(', ')}${more}. Ask in the past tense to get them.`;
    return toOutcome('unanswerable', explanation, {
      level: 'data',
      confidence: NOT_UNDERSTOOD_CONFIDENCE,
      considered: [{ ...ended, chosen: false }, ...considered],
      rounds: considered.length,
    });
  }

  private confirmation({ path = '' }: CandidateQuery): string {
    return `The KB ${this.input.ports.kb.kb.name} has the fact: ${path}.`;
  }

  private denial(path: string | undefined, known: readonly string[]): string {
    const { kb } = this.input.ports.kb;
    return `The KB ${kb.name} does not have this fact. It has: ${path ?? ''}: ${known.join(', ')}.${incompleteKbHint(kb)}`;
  }

  /** Answers "who is …" with the description of an entity, or with its classes. */
  async *define(): AskProgress<StrategyOutcome | undefined> {
    const { task, linking, ports } = this.input;
    const entity = definedEntity(task.question, linking);
    if (
      !entity ||
      (analyzeQuestion(task.question).kind === 'who' && !mayBeSomeone(entity.types, ports.schema))
    )
      return undefined;
    // A word in lower case is the name of many things.
    const isCapitalized = isCapitalAt(task.question, entity.mention?.start ?? 0);
    for (const { expr, path } of definitionForms(entity, ports.schema)) {
      const executed = await this.ask(this.toCandidate(expr, path));
      yield { type: 'considered', considered: executed };
      if (executed.answers?.length)
        return this.answer(
          `What the KB ${ports.kb.kb.name} says about ${entity.name}.`,
          isCapitalized ? CONFIDENCE_IN_DEFINITION : CONFIDENCE_IN_NO,
          executed,
        );
    }
    return undefined;
  }

  /** Answers which of two has the greater or the lesser value, or whether the first has it, if both have one. */
  async *compareTwo({ entities, measures, isYesNo }: ComparisonOfTwo): AskProgress<StrategyOutcome> {
    const { ports } = this.input;
    const lacking: string[] = [];
    for (const { label, expr, values } of measures) {
      const [left, right] = [
        await this.namesOf(this.toQuery(values[0])),
        await this.namesOf(this.toQuery(values[1])),
      ];
      if (!left.length || !right.length) {
        const without = entities.filter((_, at) => ![left, right][at]?.length).map(({ name }) => name);
        lacking.push(`${label} of ${joinWithOr(without)}`);
        continue;
      }
      const path = `${entities.map(({ name }) => name).join(' or ')} → ${label}`;
      const found = this.toCandidate(expr, path);
      const claim: SExpr = { kind: 'and', left: { kind: 'entity', id: entities[0].id }, right: expr };
      const executed = await this.ask(
        isYesNo
          ? { ...found, query: toAskQuery(claim, ports.schema, asOf(ports)), sexpr: printSExpr(claim) }
          : found,
      );
      yield { type: 'considered', considered: executed };
      const explanation = `${startSentence(label)}: ${entities.map(({ name }, at) => `${name} ${([left, right][at] ?? []).join(', ')}`).join('; ')}.`;
      // Neither of two equal values is greater.
      if (isYesNo && left.join() === right.join())
        return toOutcome('unanswerable', `Both values are equal. ${explanation}`, {
          level: 'data',
          confidence: NOT_UNDERSTOOD_CONFIDENCE,
        });
      return this.answer(explanation, CONFIDENCE_IN_YES, executed);
    }
    return toOutcome(
      'unanswerable',
      `The KB ${ports.kb.kb.name} does not have both values.${incompleteKbHint(ports.kb.kb)}`,
      {
        level: 'data',
        missing: lacking.slice(0, MAX_INSTEAD).map((what) => `the ${what}`),
        confidence: NOT_UNDERSTOOD_CONFIDENCE,
        rounds: this.executed,
      },
    );
  }

  /** Answers which of the things in a region has the greatest or the least value, by the measure that most of them have. */
  async *superlativeWithin(): AskProgress<StrategyOutcome | undefined> {
    const { task, linking, ports } = this.input;
    const found: Compared[] = [];
    for (const forms of superlativesWithin(task.question, linking, ports)) {
      let most: Compared | undefined;
      for (const form of forms) {
        const { answers = [] } = await executeQuery(this.toQuery(form.values), this.input);
        this.executed++;
        if (answers.length > Math.max(1, most?.values ?? 0)) most = { form, values: answers.length };
      }
      if (most) found.push(most);
    }
    const [first] = found;
    const best = found.find(({ values }) => values >= MIN_RATIO_OF_COMPARED * (first?.values ?? 0)) ?? first;
    if (!best) return undefined;
    const executed = await this.ask(this.toCandidate(best.form.expr, best.form.path));
    yield { type: 'considered', considered: executed };
    if (!executed.answers?.length) return undefined;
    return this.answer(
      `The KB ${ports.kb.kb.name} has ${best.values} values to compare.`,
      CONFIDENCE_IN_SUPERLATIVE,
      executed,
    );
  }

  private answer(
    explanation: string,
    confidence: number,
    chosen: CandidateQuery,
    others: readonly CandidateQuery[] = [],
  ): StrategyOutcome {
    const considered = [{ ...chosen, chosen: true }, ...others];
    return toOutcome('answer', explanation, { considered, confidence, rounds: this.executed });
  }

  private toQuery(expr: SExpr): string {
    const { ports } = this.input;
    return toSparql(expr, ports.schema, asOf(ports));
  }

  private toCandidate(expr: SExpr, path: string): CandidateQuery {
    const query = this.toQuery(expr);
    return { query, sexpr: printSExpr(expr), path, score: 0, because: [], findings: [], chosen: false };
  }

  private async ask(candidate: CandidateQuery): Promise<CandidateQuery> {
    const { execution, answers = [] } = await executeQuery(candidate.query, this.input);
    this.executed++;
    return { ...candidate, execution, answers };
  }

  private async namesOf(query: string): Promise<readonly string[]> {
    return (await this.answersOf(query)).map(({ name }) => name);
  }

  private async answersOf(query: string): ReturnType<typeof nameAnswers> {
    const { ports, options, signal } = this.input;
    const execution = await ports.kb.kb.execute(query, options.limits, signal);
    if (execution.status !== 'answered') return [];
    const { directory } = ports.kb;
    const model = parseQuery(query, options.dialect);
    return await nameAnswers(model, execution.answer, ports.schema, directory, signal);
  }
}

function startSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
