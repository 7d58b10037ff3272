/** Questions for who does something: "who wrote …" */
import type { QuestionAnalysis } from '../../language/english/question';
import type { QuestionWord } from '../../language/english/words';

type Words = QuestionAnalysis['words'];

/** The word after "who", or after "which" of "which person". */
export function wordAfterWho(words: Words): string | undefined {
  return afterWho(words)?.word;
}

function afterWho(words: Words): QuestionWord | undefined {
  const at = words.findIndex(({ word }) => word === 'who');
  return words[at < 0 ? 1 : at + 1];
}

/** The verb of a question for who does something: "who wrote …", but neither "who is …" nor "who did he …" */
export function agentVerb({
  kind,
  words,
}: Pick<QuestionAnalysis, 'kind' | 'words'>): QuestionWord | undefined {
  const next = kind === 'who' && asksForAgent(words) ? afterWho(words) : undefined;
  return next?.content === true ? next : undefined;
}

/** "who wrote …", but not "who is …" */
export function asksForAgent(words: Words): boolean {
  const next = wordAfterWho(words);
  return next !== undefined && !/^(?:s|is|are|was|were|am|be|been)$/.test(next);
}
