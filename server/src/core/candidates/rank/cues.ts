/** What the words of a question say of the form that answers it. */
import { countCue } from '../../describe/question-cues';
import type { AsOf } from '../../logical-form/time-relations';

export interface Cues {
  readonly count: boolean;
  /** It asks how many or how much, which a number of the KB may answer as well. */
  readonly quantity: boolean;
  readonly extreme: { readonly which: 'max' | 'min'; readonly word: string } | undefined;
  /** It asks what holds today: the day that this is. */
  readonly now: string | undefined;
  readonly wh: string;
}

const MOST =
  /\b(?:largest|biggest|greatest|highest|longest|tallest|heaviest|widest|deepest|farthest|furthest|fastest|latest|newest|youngest|last|most recent(?:ly)?|recent|most|maximum|strongest|richest|hottest|best)\b/i;
const LEAST =
  /\b(?:smallest|lowest|shortest|lightest|narrowest|shallowest|slowest|earliest|oldest|fewest|first|least|minimum|weakest|closest|nearest|cheapest|coldest|original(?:ly)?)\b/i;
const NOW = /\b(?:now|current(?:ly)?|today|still|these days|nowadays|present(?:ly)?|is|are|does|do)\b/i;

export function cuesOf(question: string, { now }: AsOf): Cues {
  const most = MOST.exec(question);
  const least = LEAST.exec(question);
  const extreme =
    most && (!least || most.index < least.index)
      ? ({ which: 'max', word: most[0].toLowerCase() } as const)
      : least
        ? ({ which: 'min', word: least[0].toLowerCase() } as const)
        : undefined;
  const wh =
    /\b(?:who|whom|whose|where|when|which|why|how (?:many|much|long|old|tall|big|far|large|often)|how|what (?:year|date|day|time|kind|type|sort)|what)\b/i.exec(
      question,
    );
  return {
    count: countCue(question) !== undefined,
    quantity: /\bhow (?:many|much)\b|\bnumber of\b|\bpopulation\b/i.test(question),
    extreme,
    now: NOW.test(question) ? now : undefined,
    wh: wh?.[0].toLowerCase() ?? 'none',
  };
}
