/** Lets a model choose one of the best logical forms, or compose another one from their parts. */
import type { KbSchema } from '../../../schema/schema';
import type { Linking } from '../../../question/linking/linking';
import { requestStructured } from '../../../model/structured-reply';
import { REPLIES } from '../../../model/prompts/replies';
import { parseSExpr } from '../../../logical-form/parse-sexpr';
import { printSExpr } from '../../../logical-form/print-sexpr';
import type { SExpr } from '../../../logical-form/sexpr';
import type { AskPorts } from '../../ask-ports';

interface ComposedForm {
  readonly form?: SExpr;
  readonly thought?: string;
  /** Why the reply of the model was not used. */
  readonly trouble?: string;
}

export async function composeForm(
  question: string,
  shown: readonly { readonly expr: SExpr; readonly path: string }[],
  linking: Linking,
  { model, prompts }: NonNullable<AskPorts['model']>,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<ComposedForm> {
  const messages = prompts.render('compose-form', {
    question,
    forms: shown.map(({ expr, path }, index) => `${index + 1}. ${printSExpr(expr)}   ${path}`).join('\n'),
    entities: linking.entities
      .slice(0, 10)
      .map(({ id, name }) => `${id} ${name}`)
      .join('\n'),
  });
  const request = { purpose: 'compose-form', messages };
  const reply = await requestStructured(model, request, REPLIES['compose-form'], () => undefined, signal);
  if (reply.status !== 'ok')
    return {
      trouble: `The model could not compose a logical form: ${reply.status === 'unfit' ? reply.problem : reply.message}`,
    };
  const { thought, choice, form } = reply.value;
  const chosen = choice === null ? undefined : shown[choice - 1]?.expr;
  if (form === null) return { thought, ...(chosen && { form: chosen }) };
  const { expr, problems } = parseSExpr(form, schema);
  // Unknown names are problems here; the later checks find other problems.
  if (expr && !problems.length) return { thought, form: expr };
  return {
    thought,
    ...(chosen && { form: chosen }),
    trouble: `The logical form of the model is invalid: ${problems[0]?.message ?? 'it is empty'}`,
  };
}
