/** The reply of a model: its chunks, one per line, and the JSON in it. */
import { asChunk, readReply } from '../../../../server/src/adapters/model/chat-reply';
import { findJson, removeReasoning } from '../../../../server/src/core/model/find-json';
import type { LanguageModel } from '../../../../server/src/core/model/language-model';
import { requestStructured, type ReplySchema } from '../../../../server/src/core/model/structured-reply';
import { REPLIES } from '../../../../server/src/core/model/prompts/replies';
import { must, type Target } from '../target';
import { parseJson } from '../../../../server/src/core/language/text/json';

export const modelReply: Target = {
  name: 'model-reply',
  seeds: () => [
    '{"choices":[{"delta":{"content":"{\\"thought\\":\\"x\\","}}]}\n{"choices":[{"delta":{"content":"\\"query\\":null}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}',
    '{"choices":[{"message":{"content":[{"type":"text","text":"<think>hm</think>{}"}],"refusal":null},"finish_reason":"length"}]}',
    '{"choices":[{"delta":{"reasoning_content":"first"}},{}]}\n{"error":{"message":"overloaded"}}',
    '<think>Let me see</think>```json\n{"question":"who?","parts":[{"words":"who","part":1}],}\n```',
    'Sure! {"explanation":"a","differences":["b"],"same":false} and {"explanation":"c","differences":[],"same":true}',
    '{"keywords":["a"],"steps":["b"],"statement":"{answer} is","choice":[1],"explanation":"","answers":[1],"parts":[]}',
    '{"thought":"a\nb","choice":null,"form":"(JOIN a.b m.0)","skeletons":["\u001b[31m"]}',
  ],
  sources: ['core/model/prompts/replies.ts', 'core/model/', 'adapters/model/chat-reply.ts'],
  words: [
    '{"',
    '":',
    '"}',
    '[{',
    '}]',
    '<think>',
    '</think>',
    '```json',
    '\\"',
    'content',
    'finish_reason',
    'null',
  ],
  maxLength: 3000,
  run: async (input) => {
    for (const found of findJson(input))
      must(typeof found === 'object' && found !== null, () => 'A JSON value is not an object');
    must(input.endsWith(removeReasoning(input)), () => 'The reply without thoughts is not its end');
    await expectCompletion(input);
    const shapes: readonly ReplySchema<unknown>[] = Object.values(REPLIES);
    // One schema per input, because conversion of a schema takes longer than validation.
    const shape = shapes[input.length % shapes.length];
    if (shape) await expectValidReply(input, shape);
  },
};

/** Yields a chunk per line; a line that is not JSON becomes the content of a chunk. */
async function* chunksOf(input: string): AsyncIterable<object> {
  for (const line of input.split('\n')) {
    const value = await Promise.resolve(parseJson(line));
    yield asChunk(value);
    if (typeof value === 'object' && value !== null) yield value;
    else yield { choices: [{ delta: { content: line } }] };
  }
}

async function expectCompletion(input: string): Promise<void> {
  let streamed = '';
  const reply = await readReply(
    chunksOf(input),
    [{ role: 'user', content: 'Hello' }],
    (part) => (streamed += part),
  );
  if (!reply) return;
  must(typeof streamed === 'string', () => 'A streamed part is not a string');
  if (reply.status === 'failed') return;
  const { usage } = reply;
  must(Number.isFinite(usage.input) && Number.isFinite(usage.output), () => `Usage ${JSON.stringify(usage)}`);
  must(usage.input >= 0 && usage.output >= 0, () => `Usage ${JSON.stringify(usage)}`);
  must(typeof (reply.status === 'completed' ? reply.text : reply.message) === 'string', () => 'No text');
}

async function expectValidReply(input: string, shape: ReplySchema<unknown>): Promise<void> {
  const usage = { input: 1, output: 1 };
  const model: Pick<LanguageModel, 'complete'> = {
    complete: () => Promise.resolve({ status: 'completed', text: input, finish: 'stop', usage }),
  };
  const reply = await requestStructured(
    model as LanguageModel,
    { purpose: 'repair', messages: [{ role: 'user', content: 'Hello' }] },
    shape,
    () => undefined,
    new AbortController().signal,
  );
  if (reply.status === 'ok') {
    must(shape.schema.safeParse(reply.value).success, () => `The reply is not a valid ${shape.name}`);
    must(!/[\u0000-\u0008\u001b]/.test(JSON.stringify(reply.value)), () => 'Control characters');
  } else must(reply.status === 'unfit' && reply.problem !== '', () => 'No problem is reported');
}
