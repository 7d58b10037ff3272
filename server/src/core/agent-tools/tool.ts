/** The interface of the tools for agents. Tools only read, and quote text from the KB as data. */
import * as z from 'zod/mini';
import type { AskTrace } from '../ask/ask-events';
import type { AskTask } from '../ask/ask-ports';
import type { KnowledgeBase, ExecutionLimits } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import type { LinkedEntity } from '../question/linking/linking';
import type { EntityDirectory } from '../query/entity-directory';
import type { Dialect } from '../language/sparql/model';
import type { Severities } from '../check/verify';
import type { ToolName } from './tool-names';

type OrProblem<Value> = Value | { readonly problem: string };

export interface ToolPorts {
  readonly schema: KbSchema | undefined;
  readonly dialect: Dialect;
  readonly severities: Severities;
  /** The preferred language of names. */
  readonly language: string;
  /** Opens the KB on first use. */
  readonly kb: () => Promise<OrProblem<{ readonly kb: KnowledgeBase; readonly directory: EntityDirectory }>>;
  /** Finds entities by a part of their name. */
  readonly find: (text: string, limit: number) => Promise<OrProblem<readonly LinkedEntity[]>>;
  readonly ask: (task: AskTask) => Promise<OrProblem<AskTrace>>;
  readonly limits: ExecutionLimits;
  readonly now: () => number;
  readonly onProgress: (message: string) => void;
  readonly onDefect: (code: string, error: unknown) => void;
  readonly signal: AbortSignal;
}

export interface ToolResult {
  /** For models. */
  readonly text: string;
  /** The same for programs, serializable as JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** `text` explains why, and what to do. */
  readonly failed?: boolean;
}

export interface Tool {
  readonly name: ToolName;
  readonly title: string;
  /** Describes to models the purpose of the tool and when to use it. */
  readonly description: string;
  readonly input: z.ZodMiniObject;
  /** Rejects only when the signal of the ports is aborted. */
  use(input: unknown, ports: ToolPorts): Promise<ToolResult>;
}

interface ToolDefinition<Input extends z.ZodMiniObject> extends Omit<Tool, 'use' | 'input'> {
  readonly input: Input;
  readonly work: (input: z.infer<Input>, ports: ToolPorts) => Promise<ToolResult> | ToolResult;
}

/** Creates a tool that validates its input. */
export function tool<Input extends z.ZodMiniObject>({ work, ...properties }: ToolDefinition<Input>): Tool {
  return {
    ...properties,
    use: async (input, ports) => {
      const parsed = z.safeParse(properties.input, input ?? {});
      return parsed.success
        ? work(parsed.data, ports)
        : toolFailure(describeInputProblems(parsed.error, properties.input));
    },
  };
}

export function toolFailure(problem: string): ToolResult {
  return { text: problem, data: { problem }, failed: true };
}

function describeInputProblems(
  {
    issues,
  }: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] },
  input: z.ZodMiniObject,
): string {
  const problems = issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the input'}: ${message}`);
  return `Invalid input: ${problems.join('; ')}. Its fields are ${Object.keys(input.shape).join(', ')}.`;
}
