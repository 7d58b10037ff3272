/** Explains why a model gave no usable reply. */
import type { StructuredReply } from '../model/structured-reply';

export function explainModelFailure(reply: Exclude<StructuredReply<unknown>, { status: 'ok' }>): string {
  switch (reply.status) {
    case 'refused':
      return `The model refused to answer: ${reply.message}`;
    case 'failed':
      return reply.message;
    case 'unfit':
      return `The model's reply could not be used. ${reply.problem}`;
  }
}
