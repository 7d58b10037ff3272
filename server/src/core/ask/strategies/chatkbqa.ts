/**
 * ChatKBQA: the model writes several skeletons, which are logical forms with phrases instead of IDs. Entities are retrieved for
 * the phrases, and the combinations are run, the likeliest first, until one has an answer. If none has, relations are retrieved too.
 */
import { parseSExpr } from '../../logical-form/parse-sexpr';
import { printSExpr } from '../../logical-form/print-sexpr';
import { canonicalGraph } from '../../logical-form/same-graph';
import type { SExpr } from '../../logical-form/sexpr';
import { toSparql } from '../../logical-form/to-sparql';
import type { Finding } from '../../check/verifier';
import { asOf } from '../../candidates/rank/linked-question';
import type { AskProgress, CandidateQuery } from '../ask-events';
import { executeQuery, hasAnswer } from '../execute-query';
import { bestFirst, type Fillable, type Filling } from '../skeleton/best-first';
import { exemplarSkeletons } from '../skeleton/exemplar-skeletons';
import { SlotFiller, type RetrievalStage } from '../skeleton/fill-slots';
import { readSkeleton, type Skeleton } from '../skeleton/read-skeleton';
import { writeSkeletons } from '../skeleton/write-skeletons';
import { checkBeforeRun, isExclusion } from '../static-check';
import { toOutcome, type Strategy, type StrategyInput, type StrategyOutcome } from '../strategy';

export const chatKbqa: Strategy = {
  name: 'chatkbqa',
  needsModel: true,
  run: (input) => new Search(input).run(),
};

/** A skeleton, with one of its relations reversed or none. */
interface Variant {
  readonly skeleton: Skeleton;
  readonly text: string;
  /** The slot of the reversed relation. */
  readonly reversedSlot: number | undefined;
}

/** The weight of each skeleton relative to the one before. */
const NEXT_SKELETON_WEIGHT = 0.9;
const REVERSED_WEIGHT = 0.5;
/** How many combinations are inspected for each one that is run. Most are duplicates or invalid. */
const INSPECTED_PER_RUN = 20;
const MAX_SHOWN = 5;
const MAX_CONSIDERED = 20;

class Search {
  private executed = 0;
  private readonly filler: SlotFiller;
  private readonly considered: CandidateQuery[] = [];
  /** The forms that were inspected, by graph. */
  private readonly seen = new Set<string>();
  private readonly best: string[] = [];
  /** Phrases without a match in the KB. */
  private readonly missing = new Set<string>();

  constructor(private readonly input: StrategyInput) {
    this.filler = new SlotFiller(input);
  }

  async *run(): AskProgress<StrategyOutcome> {
    const { model } = this.input.ports;
    if (!model) return this.noAnswer('failed', 'chatkbqa needs a model.');
    yield { type: 'progress', message: 'Writing logical forms' };
    const { task, linking, options, signal } = this.input;
    const reply = await writeSkeletons(
      task.question,
      linking,
      await exemplarSkeletons(this.input),
      model,
      options.chatKbqa,
      signal,
    );
    if ('fault' in reply) return this.noAnswer('failed', reply.fault);
    if (!reply.texts.length) return this.noAnswer('nothing', 'The model wrote no valid logical form.');
    yield { type: 'thought', purpose: 'write-skeletons', text: reply.texts.join('\n') };
    const skeletons = reply.texts.flatMap((text) => {
      const skeleton = readSkeleton(text);
      return 'problem' in skeleton ? [] : [{ skeleton, text }];
    });
    yield { type: 'progress', message: 'Retrieving entities' };
    const first = yield* this.execute(await this.retrieveChoices(skeletons, 'entities'));
    if (first) return first;
    yield { type: 'progress', message: 'Retrieving relations' };
    const second = yield* this.execute(await this.retrieveChoices(skeletons, 'relations'));
    if (second) return second;
    yield { type: 'candidates', count: this.seen.size, best: this.best };
    return { ...this.noAnswer('nothing', this.explainNoAnswer()), considered: this.considered };
  }

  /** Relations are only reversed in the second stage, after all forms as the model wrote them. */
  private async retrieveChoices(
    skeletons: readonly Pick<Variant, 'skeleton' | 'text'>[],
    stage: RetrievalStage,
  ): Promise<readonly Fillable<Variant>[]> {
    const variants: Fillable<Variant>[] = [];
    for (const [index, { skeleton, text }] of skeletons.entries()) {
      const slots: Fillable<Variant>['slots'][number][] = [];
      for (const slot of skeleton.slots) {
        const choices = await this.filler.fill(slot, stage);
        if (!choices.length && stage === 'relations') this.missing.add(slot.phrase);
        slots.push(choices);
      }
      const weight = NEXT_SKELETON_WEIGHT ** index;
      variants.push({ of: { skeleton, text, reversedSlot: undefined }, weight, slots });
      if (stage === 'entities') continue;
      for (const [reversedSlot, { role }] of skeleton.slots.entries())
        if (role === 'relation')
          variants.push({ of: { skeleton, text, reversedSlot }, weight: weight * REVERSED_WEIGHT, slots });
    }
    return variants;
  }

  /** Returns undefined if no combination has an answer. */
  private async *execute(variants: readonly Fillable<Variant>[]): AskProgress<StrategyOutcome | undefined> {
    const { seen, best, considered } = this;
    const limit = this.input.options.chatKbqa.executed;
    let inspected = 0;
    for (const filling of bestFirst(variants)) {
      if (this.executed >= limit || inspected++ >= limit * INSPECTED_PER_RUN) break;
      this.input.signal.throwIfAborted();
      const expr = this.toForm(filling);
      if (!expr) continue;
      const spelling = canonicalGraph(expr, this.input.ports.schema);
      if (seen.has(spelling)) continue;
      seen.add(spelling);
      if (best.length < MAX_SHOWN) best.push(printSExpr(expr));
      const candidate = await this.tryCandidate(expr, filling);
      if (candidate.chosen || considered.length < MAX_CONSIDERED) considered.push(candidate);
      // Candidates that were not run are only in the trace.
      if (candidate.execution) yield { type: 'considered', considered: candidate };
      if (candidate.chosen) return this.answer(candidate, considered, filling);
    }
    return undefined;
  }

  /** Returns undefined if a name does not fit its slot. */
  private toForm({ of: { skeleton, reversedSlot }, choices }: Filling<Variant>): SExpr | undefined {
    const names = choices.map(({ name }) => name);
    return parseSExpr(skeleton.write(names, reversedSlot), this.input.ports.schema).expr;
  }

  private async tryCandidate(expr: SExpr, { score, of }: Filling<Variant>): Promise<CandidateQuery> {
    const query = toSparql(expr, this.input.ports.schema, asOf(this.input.ports));
    const findings = checkBeforeRun(query, this.input);
    const sexpr = printSExpr(expr);
    const base = { query, sexpr, path: sexpr, score, because: reasonsFor(of, findings), findings };
    if (findings.some(isExclusion)) return { ...base, chosen: false };
    this.executed++;
    const executed = await executeQuery(query, this.input);
    return { ...base, ...executed, chosen: hasAnswer(executed.answers) };
  }

  private answer(
    chosen: CandidateQuery,
    considered: readonly CandidateQuery[],
    { score, of }: Filling<Variant>,
  ): StrategyOutcome {
    return {
      considered: [chosen, ...considered.filter((other) => other !== chosen)],
      verdict: 'answer',
      // A heuristic, not a probability: how well the phrases match the retrieved names.
      confidence: Math.min(0.8, 0.35 + 0.45 * Math.sqrt(score)),
      because: [
        `The phrases of the logical form ${of.text} match names of the KB (${score.toFixed(2)}).`,
        ...(this.executed > 1 ? [`${this.executed - 1} likelier logical forms had no answer.`] : []),
      ],
      explanation: `Found with the logical form ${of.text}.`,
      rounds: this.executed,
    };
  }

  private explainNoAnswer(): string {
    if (this.missing.size)
      return `The KB has nothing named ${[...this.missing].map((phrase) => `"${phrase}"`).join(' or ')}.`;
    if (!this.seen.size) return 'The logical forms of the model match nothing in the KB.';
    return `None of ${this.executed} logical forms has an answer.`;
  }

  private noAnswer(verdict: 'nothing' | 'failed', explanation: string): StrategyOutcome {
    return toOutcome(verdict, explanation, {
      ...(verdict === 'nothing' && { level: this.executed ? 'data' : 'schema' }),
      ...(this.missing.size && { missing: [...this.missing] }),
      rounds: this.executed,
    });
  }
}

function reasonsFor({ reversedSlot, skeleton }: Variant, findings: readonly Finding[]): readonly string[] {
  const slot = reversedSlot === undefined ? undefined : skeleton.slots[reversedSlot];
  return [
    ...(slot ? [`"${slot.phrase}" is used in the other direction than the model wrote it`] : []),
    ...findings.filter(isExclusion).map(({ message }) => message),
  ];
}
