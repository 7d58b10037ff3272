/** Lets a model choose among the best logical forms, and compose others from their parts. */
import type { KbSchema } from '../../../schema/schema';
import type { Linking } from '../../../question/linking/linking';
import { describeModelFault, requestStructured } from '../../../model/structured-reply';
import { REPLIES } from '../../../model/prompts/replies';
import { parseSExpr } from '../../../logical-form/parse-sexpr';
import { printSExpr } from '../../../logical-form/print-sexpr';
import { canonicalGraph } from '../../../logical-form/same-graph';
import type { SExpr } from '../../../logical-form/sexpr';
import type { AskPorts } from '../../ask-ports';

interface ComposedForms {
  /** Distinct forms, the likeliest first. */
  readonly forms: readonly SExpr[];
  readonly thought?: string;
  /** Why the reply of the model, or a part of it, was not used. */
  readonly trouble?: string;
}

export async function composeForms(
  question: string,
  shown: readonly { readonly expr: SExpr; readonly path: string }[],
  linking: Linking,
  { model, prompts }: NonNullable<AskPorts['model']>,
  schema: KbSchema,
  limit: number,
  signal: AbortSignal,
): Promise<ComposedForms> {
  const messages = prompts.render('compose-form', {
    question,
    forms: shown.map(({ expr, path }, index) => `${index + 1}. ${printSExpr(expr)}   ${path}`).join('\n'),
    entities: linking.entities
      .slice(0, 10)
      .map(({ id, name }) => `${id} ${name}`)
      .join('\n'),
    most: String(limit),
  });
  const request = { purpose: 'compose-form', messages };
  const reply = await requestStructured(model, request, REPLIES['compose-form'], () => undefined, signal);
  if (reply.status !== 'ok')
    return {
      forms: [],
      trouble: describeModelFault(reply, model.name),
    };
  const forms = new Map<string, SExpr>();
  const invalid: string[] = [];
  for (const text of reply.value.forms.slice(0, limit)) {
    const form = readForm(text, shown, schema);
    if ('problem' in form) invalid.push(form.problem);
    else if (!forms.has(canonicalGraph(form.expr, schema)))
      forms.set(canonicalGraph(form.expr, schema), form.expr);
  }
  return {
    forms: [...forms.values()],
    thought: reply.value.thought,
    ...(invalid.length && { trouble: `A logical form of the model is invalid: ${invalid.join('; ')}` }),
  };
}

/** Reads a form, or the number of a form that was shown. */
function readForm(
  text: string,
  shown: readonly { readonly expr: SExpr }[],
  schema: KbSchema,
): { readonly expr: SExpr } | { readonly problem: string } {
  if (/^\s*\d+\s*$/.test(text))
    return shown[Number(text) - 1] ?? { problem: `there is no form ${text.trim()}` };
  const { expr, problems } = parseSExpr(text, schema);
  // Unknown names are problems here; the later checks find other problems.
  if (expr && !problems.length) return { expr };
  return { problem: problems[0]?.message ?? 'it is empty' };
}
