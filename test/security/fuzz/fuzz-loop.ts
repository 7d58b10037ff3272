/** Runs inputs on one target and mutates those that reach new branches. */
import { SeededRandom } from '../../../server/src/evaluation/seeded-random';
import { Coverage, stepsSoFar, wordsOf } from './coverage';
import { mutate, type Material } from './mutate';
import type { Target } from './target';

export interface Finding {
  readonly message: string;
  readonly input: string;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly corpus: readonly string[];
  /** Whether another input may be tried. */
  readonly canContinue: (executions: number) => boolean;
  /** Called before each input, so that an endless input can be reported. */
  readonly onInput: (input: string) => void;
  /** The time limit for a long input, if time is measured. */
  readonly maxMilliseconds?: number;
}

export interface FuzzReport {
  readonly executions: number;
  readonly branches: number;
  readonly findings: readonly Finding[];
  /** Inputs that reached new branches and are not in the corpus. */
  readonly newInputs: readonly string[];
}

/** Fuzzing of a target stops after this number of findings. */
const MAX_FINDINGS = 10;

export async function fuzz(target: Target, options: FuzzOptions): Promise<FuzzReport> {
  const draw = new SeededRandom(options.seed);
  const coverage = new Coverage();
  const pool: string[] = [];
  const newInputs: string[] = [];
  const findings = new Map<string, Finding>();
  const material: Material = {
    words: [...wordsOf(target.sources), ...(target.words ?? [])],
    isJson: target.isJson === true,
    maxLength: target.maxLength,
    other: () => draw.pick(pool),
  };
  let executions = 0;

  const attempt = async (input: string): Promise<string | undefined> => {
    executions++;
    options.onInput(input);
    coverage.reset();
    return runTarget(target, input);
  };
  const report = async (problem: string, input: string): Promise<void> => {
    const kind = kindOf(problem);
    if (findings.has(kind)) return;
    const stillFails = async (shorter: string): Promise<boolean> => {
      const other = await attempt(shorter);
      return other !== undefined && kindOf(other) === kind;
    };
    findings.set(kind, { message: problem, input: await minimize(input, stillFails) });
  };
  const tryInput = async (input: string): Promise<boolean> => {
    const problem = await attempt(input);
    const isNew = coverage.add();
    if (problem !== undefined) await report(problem, input);
    else if (isNew) pool.push(input);
    return problem === undefined && isNew;
  };

  for (const input of [...target.seeds(), ...options.corpus]) {
    await tryInput(input);
    pool.push(input);
  }
  while (findings.size < MAX_FINDINGS && options.canContinue(executions)) {
    // Prefers the newest inputs, because they were mutated least.
    const newest = draw.below(2) ? pool.length : Math.min(pool.length, 50);
    const parent = pool[pool.length - 1 - draw.below(newest)] ?? '';
    const input = mutate(parent, draw, material);
    if (!(await tryInput(input))) continue;
    newInputs.push(input);
    if (draw.below(8) === 0) {
      const slow = await findSuperLinear(input, draw, attempt, options.maxMilliseconds);
      if (slow) findings.set(kindOf(slow.message), slow);
    }
  }
  return { executions, branches: coverage.branches, findings: [...findings.values()], newInputs };
}

/** Repeats a part of the input many times and reports work that grows faster than the input. */
async function findSuperLinear(
  input: string,
  draw: SeededRandom,
  attempt: (input: string) => Promise<string | undefined>,
  maxMilliseconds: number | undefined,
): Promise<Finding | undefined> {
  const from = draw.below(input.length + 1);
  const part = input.slice(from, from + 1 + draw.below(12));
  if (part === '') return undefined;
  const repeated = (length: number): string =>
    input.slice(0, from) + part.repeat(Math.ceil(length / part.length)) + input.slice(from + part.length);
  const work = async (text: string): Promise<{ readonly steps: number; readonly milliseconds: number }> => {
    const before = process.cpuUsage();
    const start = performance.now();
    await attempt(text);
    const { user, system } = process.cpuUsage(before);
    return {
      steps: stepsSoFar(),
      milliseconds: Math.min(performance.now() - start, (user + system) / 1000),
    };
  };
  const [small, large] = [repeated(1_000), repeated(8_000)];
  const [few, many] = [await work(small), await work(large)];
  // Eight times the input takes eight times the work if it is linear and 64 times if it is quadratic.
  if (many.steps > 50_000 && many.steps > few.steps * 32)
    return {
      message: `Super-linear: ${few.steps} steps for ${small.length} characters, ${many.steps} for ${large.length}`,
      input: large,
    };
  if (maxMilliseconds === undefined || many.milliseconds <= maxMilliseconds) return undefined;
  const again = await work(large);
  return again.milliseconds <= maxMilliseconds
    ? undefined
    : { message: `Slow: ${Math.round(again.milliseconds)} ms for ${large.length} characters`, input: large };
}

async function runTarget(target: Target, input: string): Promise<string | undefined> {
  try {
    await target.run(input);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** Findings with the same message, without quotes and numbers, and the same place in our code are one defect. */
function kindOf(problem: string): string {
  const [message = '', ...frames] = problem.split('\n');
  const place = frames.find((frame) => /server[\\/]src|targets/.test(frame)) ?? '';
  return message.replace(/["'`{[].*/s, '').replace(/\d+/g, '') + place.trim();
}

/** Removes parts of an input while it still fails. */
async function minimize(input: string, fails: (input: string) => Promise<boolean>): Promise<string> {
  let best = input;
  let tries = 500;
  for (let size = best.length >> 1; size >= 1 && tries > 0; size >>= 1)
    for (let at = 0; at < best.length && tries > 0; tries--) {
      const shorter = best.slice(0, at) + best.slice(at + size);
      if (await fails(shorter)) best = shorter;
      else at += size;
    }
  return best;
}
