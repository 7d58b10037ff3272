/**
 * The model writes logical forms in words, several at once; for each phrase, entities, relations and classes are looked for, and the
 * combinations are run, the likeliest first, until one answers.
 */
import type { Linking } from '../../question/linking/linking';
import { answersOf } from '../../repair/answers-of';
import { parseSExpr } from '../../logical-form/parse-sexpr';
import { printSExpr } from '../../logical-form/print-sexpr';
import { graphSpelling } from '../../logical-form/same-graph';
import type { SExpr } from '../../logical-form/sexpr';
import { toSparql } from '../../logical-form/to-sparql';
import { parseQuery } from '../../language/sparql/parse';
import { checkQuery } from '../../check/check';
import type { Finding } from '../../check/verifier';
import { asOf } from '../../candidates/rank/linked-question';
import type { AskEvent, CandidateQuery } from '../ask-events';
import type { AskOptions, AskPorts, AskTask } from '../ask-ports';
import { bestFirst, type Fillable, type Filling } from '../skeleton/best-first';
import { SlotFiller } from '../skeleton/fill-slots';
import { readSkeleton, type Skeleton } from '../skeleton/read-skeleton';
import { writeSkeletons } from '../skeleton/write-skeletons';
import { noAnswer, type Strategy, type StrategyOutcome } from '../strategy';

export const chatKbqa: Strategy = {
  name: 'chatkbqa',
  needsModel: true,
  run: (task, linking, ports, options, signal) => new Search(task, linking, ports, options, signal).run(),
};

type Telling<Result> = AsyncGenerator<AskEvent, Result>;

/** A skeleton, and which of its relations is used in the other direction than the model wrote it. */
interface Variant {
  readonly skeleton: Skeleton;
  readonly words: string;
  readonly turned: number | undefined;
}

/** Each skeleton is a little less likely than the one before; one that is changed is less likely than one that is not. */
const NEXT = 0.9;
const TURNED = 0.5;
/** For each that is run, so many are looked at: most of them are known already, or do not fit the schema. */
const LOOKED_AT = 20;
const MAX_SHOWN = 5;
const MAX_CONSIDERED = 20;

class Search {
  private executed = 0;
  private sound = 0;
  private readonly missing = new Set<string>();

  constructor(
    private readonly task: AskTask,
    private readonly linking: Linking,
    private readonly ports: AskPorts,
    private readonly options: AskOptions,
    private readonly signal: AbortSignal,
  ) {}

  async *run(): Telling<StrategyOutcome> {
    const { model } = this.ports;
    if (!model) return this.nothing('failed', 'chatkbqa needs a model.');
    yield { type: 'progress', message: 'Writing logical forms' };
    const { task, linking, options, signal } = this;
    const written = await writeSkeletons(task.question, linking, model, options.chatKbqa, signal);
    if ('fault' in written) return this.nothing('failed', written.fault);
    if (!written.texts.length) return this.nothing('nothing', 'The model wrote no valid logical form.');
    yield { type: 'thought', purpose: 'write-skeletons', text: written.texts.join('\n') };
    const fillable = await this.fillable(written.texts);
    return yield* this.execute(fillable);
  }

  private async fillable(texts: readonly string[]): Promise<readonly Fillable<Variant>[]> {
    const filler = new SlotFiller(this.task, this.linking, this.ports, this.options, this.signal);
    const all: Fillable<Variant>[] = [];
    for (const [index, words] of texts.entries()) {
      const skeleton = readSkeleton(words);
      if ('problem' in skeleton) continue;
      const slots: Fillable<Variant>['slots'][number][] = [];
      for (const slot of skeleton.slots) {
        const choices = await filler.fill(slot);
        if (!choices.length) this.missing.add(slot.words);
        slots.push(choices);
      }
      const weight = NEXT ** index;
      all.push({ of: { skeleton, words, turned: undefined }, weight, slots });
      for (const [turned, { role }] of skeleton.slots.entries())
        if (role === 'relation')
          all.push({ of: { skeleton, words, turned }, weight: weight * TURNED, slots });
    }
    return all;
  }

  private async *execute(fillable: readonly Fillable<Variant>[]): Telling<StrategyOutcome> {
    const considered: CandidateQuery[] = [];
    const seen = new Set<string>();
    const most = this.options.chatKbqa.executed;
    const first: string[] = [];
    let looked = 0;
    for (const filling of bestFirst(fillable)) {
      if (this.executed >= most || looked++ >= most * LOOKED_AT) break;
      this.signal.throwIfAborted();
      const expr = this.formOf(filling);
      if (!expr) continue;
      const spelling = graphSpelling(expr, this.ports.schema);
      if (seen.has(spelling)) continue;
      seen.add(spelling);
      if (first.length < MAX_SHOWN) first.push(printSExpr(expr));
      const one = await this.considered(expr, filling);
      if (one.chosen || considered.length < MAX_CONSIDERED) considered.push(one);
      // Those that were spared are in the trace; told is what happens.
      if (one.execution) yield { type: 'considered', considered: one };
      if (!one.chosen) continue;
      return this.answered(one, considered, filling);
    }
    yield { type: 'candidates', count: seen.size, best: first };
    return { ...this.nothing('nothing', this.whyNothing(seen.size)), considered };
  }

  /** A name of the wrong kind in a place gives no form. */
  private formOf({ of: { skeleton, turned }, choices }: Filling<Variant>): SExpr | undefined {
    const text = skeleton.write(
      choices.map(({ name }) => name),
      turned,
    );
    return parseSExpr(text, this.ports.schema).expr;
  }

  private async considered(expr: SExpr, { score, of }: Filling<Variant>): Promise<CandidateQuery> {
    const { schema, kb } = this.ports;
    const query = toSparql(expr, schema, asOf(this.ports));
    const findings = this.findingsIn(query);
    const base = {
      query,
      sexpr: printSExpr(expr),
      path: printSExpr(expr),
      score,
      because: reasonsFor(of, findings),
      findings,
    };
    // What is certainly wrong is not worth a query, and a mediator is no answer.
    if (findings.some(speaksAgainst)) return { ...base, chosen: false };
    this.executed++;
    this.sound++;
    const execution = await kb.kb.execute(query, this.options.limits, this.signal);
    const answers = answersOf(parseQuery(query, this.options.dialect), execution);
    const chosen = answers !== undefined && answers.length > 0 && answers.join() !== '0';
    return { ...base, execution, ...(answers && { answers }), chosen };
  }

  private findingsIn(query: string): readonly Finding[] {
    const { schema, onDefect, onEffect } = this.ports;
    const { severities } = this.options;
    return checkQuery(query, { dialect: 'sparql11', schema, severities, onDefect, onEffect });
  }

  private answered(
    one: CandidateQuery,
    considered: readonly CandidateQuery[],
    { score, of }: Filling<Variant>,
  ): StrategyOutcome {
    return {
      considered: [one, ...considered.filter((other) => other !== one)],
      verdict: 'answer',
      // A rule of thumb, not a chance: how well the phrases fit what was found for them.
      confidence: Math.min(0.8, 0.35 + 0.45 * Math.sqrt(score)),
      because: [
        `The phrases of the logical form ${of.words} match names of the KB (${score.toFixed(2)}).`,
        ...(this.executed > 1 ? [`${this.executed - 1} likelier logical forms had no answer.`] : []),
      ],
      explanation: `Found with the logical form ${of.words}.`,
      rounds: this.executed,
    };
  }

  private whyNothing(forms: number): string {
    if (this.missing.size)
      return `The KB has nothing named ${[...this.missing].map((words) => `"${words}"`).join(' or ')}.`;
    if (!forms) return 'The logical forms of the model match nothing in the KB.';
    return `None of ${this.executed} logical forms has an answer.`;
  }

  private nothing(verdict: 'nothing' | 'failed', explanation: string): StrategyOutcome {
    return noAnswer(verdict, explanation, {
      ...(verdict === 'nothing' && { level: this.sound ? 'data' : 'schema' }),
      ...(this.missing.size && { missing: [...this.missing] }),
      rounds: this.executed,
    });
  }
}

function reasonsFor({ turned, skeleton }: Variant, findings: readonly Finding[]): readonly string[] {
  const slot = turned === undefined ? undefined : skeleton.slots[turned];
  return [
    ...(slot ? [`"${slot.words}" is used in the other direction than the model wrote it`] : []),
    ...findings.filter(speaksAgainst).map(({ message }) => message),
  ];
}

function speaksAgainst({ strength, code }: Finding): boolean {
  return strength === 'strong' || code === 'intermediate';
}
