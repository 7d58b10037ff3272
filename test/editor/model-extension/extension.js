// Registers a language model of the editor whose replies are set by the tests.
const vscode = require('vscode');

/** Yields the reply to the messages in parts. Set by a test. */
let reply = async function* () {
  throw new Error('No test has set a reply.');
};

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('fun-fusic-tests', {
      provideLanguageModelChatInformation: () => [
        {
          id: 'scripted',
          name: 'Scripted',
          family: 'scripted',
          version: '1',
          maxInputTokens: 100_000,
          maxOutputTokens: 10_000,
          capabilities: {},
        },
      ],
      provideLanguageModelChatResponse: async (_model, messages, options, progress, token) => {
        const texts = messages.map(({ role, content }) => ({
          role: role === vscode.LanguageModelChatMessageRole.Assistant ? 'assistant' : 'user',
          content: content.map((part) => part.value ?? '').join(''),
        }));
        for await (const part of reply(texts, options, token))
          progress.report(new vscode.LanguageModelTextPart(part));
      },
      provideTokenCount: (_model, text) => {
        const content =
          typeof text === 'string' ? text : text.content.map(({ value }) => value ?? '').join('');
        return Promise.resolve(Math.ceil(content.length / 4));
      },
    }),
  );
  return { replyWith: (next) => (reply = next) };
};
