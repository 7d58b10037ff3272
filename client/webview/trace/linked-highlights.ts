/** Highlights all places with the same key when one of them is hovered or focused. */
export class LinkedHighlights {
  private readonly places = new Map<string, HTMLElement[]>();
  /** Stays lit until it is pressed again, or another is. */
  private held: { readonly source: HTMLElement; readonly keys: readonly string[] } | undefined;

  add(key: string, place: HTMLElement): void {
    const known = this.places.get(key);
    if (known) known.push(place);
    else this.places.set(key, [place]);
  }

  /** Hovering highlights the places with these keys. */
  follow(source: HTMLElement, keys: readonly string[]): void {
    source.addEventListener('pointerenter', () => this.light(keys));
    source.addEventListener('pointerleave', () => this.light(this.held?.keys ?? []));
    source.addEventListener('focusin', () => this.light(keys));
    source.addEventListener('focusout', () => this.light(this.held?.keys ?? []));
  }

  /** Like a button: pressing keeps the highlight and scrolls to the other places. */
  press(source: HTMLElement, keys: readonly string[]): void {
    this.follow(source, keys);
    source.tabIndex = 0;
    source.setAttribute('role', 'button');
    source.setAttribute('aria-pressed', 'false');
    const press = (): void => this.hold(this.held?.source === source ? undefined : { source, keys });
    source.addEventListener('click', press);
    source.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.held) this.hold(undefined);
      else if (event.key === 'Enter' || event.key === ' ') press();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Brings the first place of a key into view, lit for as long as the focus stays. */
  reveal(key: string): void {
    this.places.get(key)?.[0]?.scrollIntoView({ block: 'nearest' });
    this.light([key]);
  }

  private hold(held: LinkedHighlights['held']): void {
    this.held?.source.setAttribute('aria-pressed', 'false');
    this.held = held;
    held?.source.setAttribute('aria-pressed', 'true');
    this.light(held?.keys ?? []);
    const elsewhere = held?.keys.flatMap((key) => this.places.get(key) ?? []);
    elsewhere?.find((place) => place !== held?.source)?.scrollIntoView({ block: 'nearest' });
  }

  private light(keys: readonly string[]): void {
    for (const places of this.places.values()) for (const place of places) place.classList.remove('lit');
    for (const key of keys) for (const place of this.places.get(key) ?? []) place.classList.add('lit');
  }
}
