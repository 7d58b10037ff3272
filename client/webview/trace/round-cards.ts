import type { TraceHead } from '../../shared/messages';
import { beforeAndAfter } from '../../shared/trace/repair-texts';
import { EntityNameCache } from '../entity-names';
import { roundCard } from './round-card';

/** The rounds of a repair; names of entities are filled in as they come. */
export class RoundCards {
  readonly elements: readonly HTMLDetailsElement[];
  private readonly redraws: (() => void)[] = [];

  constructor(trace: TraceHead, open: (iri: string) => void) {
    const names =
      trace.kb === undefined
        ? undefined
        : new EntityNameCache(trace.kb, () => this.redraws.forEach((draw) => draw()));
    const { after } = beforeAndAfter(trace);
    const surroundings = { names, open, onNames: (draw: () => void) => this.redraws.push(draw) };
    this.elements = trace.attempts.map((attempt, place) =>
      roundCard(trace, place, {
        proposed: trace.result.kind === 'repaired' && attempt === after,
        surroundings,
      }),
    );
    for (const [place, card] of this.elements.entries())
      card.open = this.elements.length <= FEW || trace.attempts[place] === after;
  }
}

/** Up to this number, all rounds are open at first. */
const FEW = 2;
