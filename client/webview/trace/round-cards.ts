import type { TraceHead } from '../../shared/messages';
import { beforeAndAfter } from '../../shared/trace/repair-texts';
import { EntityNameCache } from '../entity-names';
import { roundCard } from './round-card';

/** The cards of the rounds of a repair. Names of entities are added when they are loaded. */
export class RoundCards {
  readonly elements: readonly HTMLDetailsElement[];
  private readonly redraws: (() => void)[] = [];

  constructor(trace: TraceHead, open: (iri: string) => void) {
    const names =
      trace.kb === undefined
        ? undefined
        : new EntityNameCache(trace.kb, () => this.redraws.forEach((draw) => draw()));
    const { after } = beforeAndAfter(trace);
    const context = { names, open, onNames: (draw: () => void) => this.redraws.push(draw) };
    this.elements = trace.attempts.map((attempt, index) =>
      roundCard(trace, index, {
        proposed: trace.result.kind === 'repaired' && attempt === after,
        context,
      }),
    );
    for (const [index, card] of this.elements.entries())
      card.open = this.elements.length <= MAX_OPEN || trace.attempts[index] === after;
  }
}

/** With more rounds, only the proposed one is open at first. */
const MAX_OPEN = 2;
