/**
 * What agents may use of us: the port, and what comes through it. Nothing among the tools changes anything, and what a KB says comes
 * back in quotation marks, as data.
 */
import * as z from 'zod/mini';
import type { AskTrace } from '../ask/ask-events';
import type { AskTask } from '../ask/ask-ports';
import type { KnowledgeBase, Limits } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import type { LinkedEntity } from '../question/linking/linking';
import type { EntityDirectory } from '../query/entity-directory';
import type { Dialect } from '../language/sparql/model';
import type { Severities } from '../check/verify';
import type { ToolName } from './tool-names';

/** What cannot be had is told to whoever asked for it. */
type OrProblem<Thing> = Thing | { readonly problem: string };

export interface ToolPorts {
  readonly schema: KbSchema | undefined;
  readonly dialect: Dialect;
  readonly severities: Severities;
  /** Of names. */
  readonly language: string;
  /** Made ready when it is first wanted: checking needs none. */
  readonly kb: () => Promise<OrProblem<{ readonly kb: KnowledgeBase; readonly directory: EntityDirectory }>>;
  /** Entities by what is typed of a name. */
  readonly find: (typed: string, most: number) => Promise<OrProblem<readonly LinkedEntity[]>>;
  readonly ask: (task: AskTask) => Promise<OrProblem<AskTrace>>;
  readonly limits: Limits;
  readonly now: () => number;
  readonly onProgress: (message: string) => void;
  readonly onDefect: (code: string, error: unknown) => void;
  readonly signal: AbortSignal;
}

export interface ToolResult {
  /** For a model to read. */
  readonly text: string;
  /** The same for programs; it can be written as JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** It could not be done: `text` says why, and what to do. */
  readonly failed?: boolean;
}

export interface Tool {
  readonly name: ToolName;
  readonly title: string;
  /** For models: what it is for, and when to use it. */
  readonly description: string;
  readonly input: z.ZodMiniObject;
  /** Rejects only when the signal of the ports is aborted. */
  use(input: unknown, ports: ToolPorts): Promise<ToolResult>;
}

interface Making<Input extends z.ZodMiniObject> extends Omit<Tool, 'use' | 'input'> {
  readonly input: Input;
  readonly work: (input: z.infer<Input>, ports: ToolPorts) => Promise<ToolResult> | ToolResult;
}

/** A tool that is only ever handed what its input allows. */
export function tool<Input extends z.ZodMiniObject>({ work, ...about }: Making<Input>): Tool {
  return {
    ...about,
    use: async (given, ports) => {
      const read = z.safeParse(about.input, given ?? {});
      return read.success ? work(read.data, ports) : failure(complaintOf(read.error, about.input));
    },
  };
}

export function failure(problem: string): ToolResult {
  return { text: problem, data: { problem }, failed: true };
}

function complaintOf(
  {
    issues,
  }: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] },
  input: z.ZodMiniObject,
): string {
  const told = issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the input'}: ${message}`);
  return `Invalid input: ${told.join('; ')}. Its fields are ${Object.keys(input.shape).join(', ')}.`;
}
