/** Draws from a seed: the same texts on every machine, in every run. */
export class Draw {
  constructor(private seed: number) {}

  next(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
}

/** A text damaged in one place: a token dropped, doubled, exchanged, or moved, or a few characters lost. */
export function damage(text: string, tokens: readonly { readonly start: number; readonly end: number }[], donor: readonly string[], draw: Draw): string {
  const token = tokens.length ? draw.pick(tokens) : { start: 0, end: 0 };
  const { start, end } = token;
  const written = text.slice(start, end);
  switch (draw.below(6)) {
    case 0:
      return text.slice(0, start) + text.slice(end);
    case 1:
      return `${text.slice(0, end)} ${written}${text.slice(end)}`;
    case 2:
      return `${text.slice(0, start)}${draw.pick(donor)}${text.slice(end)}`;
    case 3:
      return `${text.slice(0, start)} ${draw.pick(donor)} ${text.slice(start)}`;
    case 4: {
      const other = draw.pick(tokens.length ? tokens : [token]);
      const [first, second] = start <= other.start ? [token, other] : [other, token];
      if (first.end > second.start) return text.slice(0, start);
      return (
        text.slice(0, first.start) +
        text.slice(second.start, second.end) +
        text.slice(first.end, second.start) +
        text.slice(first.start, first.end) +
        text.slice(second.end)
      );
    }
    default: {
      const at = draw.below(text.length + 1);
      return text.slice(0, at) + text.slice(at + 1 + draw.below(3));
    }
  }
}
