/** Why a model gave no usable reply, in a sentence. */
import type { StructuredReply } from '../model/structured-reply';

export function modelFailure(asked: Exclude<StructuredReply<unknown>, { status: 'ok' }>): string {
  switch (asked.status) {
    case 'refused':
      return `The model would not answer: ${asked.message}`;
    case 'failed':
      return asked.message;
    case 'unfit':
      return `The model's reply could not be used. ${asked.problem}`;
  }
}
