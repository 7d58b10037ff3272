import { t } from '../../shared/l10n';
import type { ExplainReply } from '../../../server/src/protocol/index';

/** The result of a comparison. This file does not import the editor, so that the texts can be tested. */
export interface VerdictMessage {
  readonly level: 'information' | 'warning';
  readonly message: string;
  /** Another model, or any, would help. */
  readonly chooseModel: boolean;
}

export function verdictMessage(
  { agreement, trouble }: Exclude<ExplainReply, { readonly problem: string }>,
  hasModel: boolean,
): VerdictMessage {
  const also = trouble === undefined ? '' : ` ${trouble}`;
  switch (agreement?.verdict) {
    case 'same':
      return {
        level: 'information',
        message: `${t('The query matches its question, according to {0}.', agreement.by)} ${agreement.explanation}${also}`,
        chooseModel: false,
      };
    case 'different':
      return {
        level: 'warning',
        message: `${t('The query probably does not match its question.')} ${agreement.explanation}${also}`,
        chooseModel: false,
      };
    default:
      return {
        level: trouble === undefined ? 'information' : 'warning',
        message: hasModel
          ? `${t('No mismatch found, but the query could not be compared with its question.')}${also}`
          : `${t('No mismatch found: counts, superlatives and comparisons agree. Select a model for a full comparison.')}${also}`,
        chooseModel: true,
      };
  }
}
