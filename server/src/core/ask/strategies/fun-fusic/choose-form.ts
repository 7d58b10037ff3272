/** Lets a model choose the ranked form that asks the question. */
import { labelOf } from '../../../schema/labels';
import { describeQuery } from '../../../describe/describe-query';
import { promptLine } from '../../../repair/feedback';
import { parseQuery } from '../../../language/sparql/parse';
import { describeModelFault, requestStructured } from '../../../model/structured-reply';
import { REPLIES } from '../../../model/prompts/replies';
import type { Linking } from '../../../question/linking/linking';
import type { AskOptions, AskPorts } from '../../ask-ports';
import type { CandidateQuery } from '../../ask-events';
import type { Candidate } from '../../../candidates/enumerate/candidate';

/** A form that was run, with the candidate that it was built from. */
export interface ShownForm {
  readonly query: CandidateQuery;
  readonly rank: number;
  readonly candidate?: Candidate;
}

export interface FormChoice {
  readonly choice?: ShownForm | 'none';
  readonly thought?: string;
  /** Why the model cannot be used. */
  readonly fault?: string;
}

/** One line per form: what it asks, its path, and how many answers of which class it has. */
export function describeForms(
  forms: readonly ShownForm[],
  linking: Linking,
  { schema }: Pick<AskPorts, 'schema'>,
  { dialect }: Pick<AskOptions, 'dialect'>,
): readonly string[] {
  const names = new Map(linking.entities.map(({ iri, name }) => [iri, name]));
  return forms.map(({ query: { query, path = '', answers = [] }, candidate }) => {
    const { question } = describeQuery(parseQuery(query, dialect), schema, (iri) => names.get(iri));
    const type = candidate?.type ?? candidate?.endType;
    const kind = type === undefined ? '' : ` (${labelOf(type)})`;
    const count = `${answers.length} ${answers.length === 1 ? 'answer' : 'answers'}${kind}`;
    return promptLine(`${question} Path: ${path}. ${count}.`);
  });
}

export async function chooseForm(
  question: string,
  forms: readonly ShownForm[],
  lines: readonly string[],
  { model, prompts }: NonNullable<AskPorts['model']>,
  signal: AbortSignal,
): Promise<FormChoice> {
  const messages = prompts.render('choose-form', {
    question,
    forms: lines.map((line, index) => `${index + 1}. ${line}`).join('\n'),
  });
  const request = { purpose: 'choose-form', messages };
  const reply = await requestStructured(model, request, REPLIES['choose-form'], () => undefined, signal);
  if (reply.status !== 'ok') return { fault: describeModelFault(reply, model.name) };
  const { explanation, choice } = reply.value;
  // A number that was not shown says nothing about the forms.
  const chosen = choice === 0 ? 'none' : forms[choice - 1];
  return { thought: explanation, ...(chosen && { choice: chosen }) };
}
