import * as z from 'zod/mini';
import type { AskTrace } from '../ask/ask-events';
import { formatEvidence } from '../ask/evidence';
import type { KbSchema } from '../schema/schema';
import { FREEBASE } from '../language/rdf/names';
import { onOneLine } from '../language/text/control-characters';
import { formatEntity, joinLines, quote, QUOTED_IS_DATA } from './quote';
import { toolFailure, tool, type ToolResult } from './tool';

const MAX_ANSWERS = 100;
const MAX_EVIDENCE = 15;

export const askTool = tool({
  name: 'ask',
  title: 'Ask the knowledge base a question',
  description:
    'Answers a question in plain English from the facts of the knowledge base: the answers with their IDs, the confidence and its reasons, the SPARQL query that gave them, what that query asks in plain English, and the facts behind it; or that the knowledge base cannot answer it, with what is missing and the closest match. Ask for one thing, and name entities by their names. Check that the query asks what you meant.',
  input: z.strictObject({
    question: z
      .string()
      .check(z.minLength(1), z.maxLength(1000), z.describe('The question, such as: Who directed Titanic?')),
    entities: z.optional(
      z
        .array(z.string().check(z.minLength(1), z.maxLength(500)))
        .check(z.maxLength(10), z.describe('IDs of the entities, such as m.0dr_4, if names are ambiguous.')),
    ),
  }),
  work: async ({ question, entities }, ports) => {
    const trace = await ports.ask({
      question,
      ...(entities?.length && { entities: entities.map((id) => ({ iri: toEntityIri(id, ports.schema) })) }),
    });
    return 'problem' in trace ? toolFailure(trace.problem) : toResult(trace);
  },
});

/** Accepts `m.02mjmr`, `ns:m.02mjmr` and full IRIs. */
export function toEntityIri(id: string, schema: Pick<KbSchema, 'namespace'> | undefined): string {
  const plain = id.trim().replace(/^<(.*)>$/s, '$1');
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(plain)
    ? plain
    : (schema?.namespace ?? FREEBASE) + plain.replace(/^(?:ns|fb|freebase):/, '');
}

function toResult(trace: AskTrace): ToolResult {
  const { result, used, advice, troubles } = trace;
  const {
    kind,
    refusal,
    level,
    answers,
    ignored,
    atLeast,
    query,
    sexpr,
    reading,
    confidence,
    explanation,
    missing,
    nearest,
  } = result;
  const shown = answers.slice(0, MAX_ANSWERS);
  const omitted = answers.length - shown.length;
  const names = shown.map(({ value, name, iri }) =>
    iri === undefined ? quote(name) : formatEntity(value, name),
  );
  const count = `${answers.length} ${answers.length === 1 ? 'answer' : 'answers'}${result.more === true ? ' and more' : ''}`;
  const facts = formatEvidence(trace.evidence, MAX_EVIDENCE, quote);
  const text = joinLines([
    ...(kind === 'answer'
      ? [
          `${count}: ${names.join(', ')}${omitted > 0 ? ` and ${omitted} more` : ''}`,
          ...(atLeast === true ? ['At least: the knowledge base is incomplete.'] : []),
          ...(ignored
            ? [`Words that the query ignores: ${ignored.map((text) => quote(text)).join(', ')}`]
            : []),
          `Confidence ${confidence.value.toFixed(2)}: ${confidence.why.map(onOneLine).join('; ')}`,
        ]
      : [`${kind}${refusal ? ` (${refusal})` : ''}: ${onOneLine(explanation)}`]),
    ...(missing?.length ? [`Missing: ${missing.map((text) => quote(text)).join(', ')}`] : []),
    ...(nearest?.length
      ? [`Closest in the knowledge base: ${nearest.map((text) => quote(text)).join(', ')}`]
      : []),
    ...(used.length
      ? [`Interpreted as: ${used.map(({ id, name }) => formatEntity(id, name)).join(', ')}`]
      : []),
    ...(reading ? [`The query asks: ${quote(reading.question, 1000)}`] : []),
    ...(query === undefined
      ? []
      : [
          kind === 'answer' ? 'The query:' : 'Closest query found (it does not answer the question):',
          ...['```sparql', query.trim(), '```'],
        ]),
    ...(facts.length ? ['Facts:', ...facts.map((fact) => `- ${fact}`)] : []),
    ...troubles
      .filter((trouble) => trouble !== explanation)
      .map((trouble) => `Problem while asking: ${quote(trouble, 500)}`),
    ...advice.map(onOneLine),
    QUOTED_IS_DATA,
  ]);
  return {
    text,
    data: {
      kind,
      ...(refusal && { refusal }),
      ...(level && { level }),
      ...(ignored && { ignored }),
      ...(atLeast === true && { atLeast }),
      answers: answers.map(({ value, name }) => ({ value, name })),
      more: result.more === true,
      confidence: confidence.value,
      explanation,
      ...(query !== undefined && { [kind === 'answer' ? 'query' : 'nearestQuery']: query }),
      ...(sexpr !== undefined && { sexpr }),
      ...(reading && { reading: reading.question }),
      ...(missing && { missing }),
      ...(nearest && { nearest }),
      entities: used.map(({ id, name }) => ({ id, name })),
      strategy: trace.strategy,
      ...(troubles.length && { troubles }),
    },
    ...(kind === 'failed' && { failed: true }),
  };
}
