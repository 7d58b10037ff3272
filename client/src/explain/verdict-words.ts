import type { ExplainReply } from '../../../server/src/protocol/index';

/** How a comparison ended, in words. Nothing here knows the editor, so that every wording can be tested. */
export interface VerdictWords {
  readonly level: 'information' | 'warning';
  readonly message: string;
  /** Another model, or any, would help. */
  readonly chooseModel: boolean;
}

export function verdictOf(
  { agreement, trouble }: Exclude<ExplainReply, { readonly problem: string }>,
  hasModel: boolean,
): VerdictWords {
  const also = trouble === undefined ? '' : ` ${trouble}`;
  switch (agreement?.verdict) {
    case 'same':
      return {
        level: 'information',
        message: `The query asks what its question asks, says ${agreement.by}. ${agreement.explanation}${also}`,
        chooseModel: false,
      };
    case 'different':
      return {
        level: 'warning',
        message: `The query probably asks something else than its question. ${agreement.explanation}${also}`,
        chooseModel: false,
      };
    default:
      return {
        level: trouble === undefined ? 'information' : 'warning',
        message: hasModel
          ? `Nothing plain speaks against it, but nobody could compare the query with its question.${also}`
          : `Nothing plain speaks against it: counts, superlatives and comparisons agree. Only a model can compare the rest.${also}`,
        chooseModel: true,
      };
  }
}
