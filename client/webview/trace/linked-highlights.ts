/** Highlights all elements with the same key when one of them is hovered or focused. */
export class LinkedHighlights {
  private readonly elements = new Map<string, HTMLElement[]>();
  /** The pressed element. Its highlight stays until it or another one is pressed. */
  private pressed: { readonly source: HTMLElement; readonly keys: readonly string[] } | undefined;

  add(key: string, element: HTMLElement): void {
    const known = this.elements.get(key);
    if (known) known.push(element);
    else this.elements.set(key, [element]);
  }

  /** Hovering or focusing the source highlights the elements with these keys. */
  follow(source: HTMLElement, keys: readonly string[]): void {
    source.addEventListener('pointerenter', () => this.highlight(keys));
    source.addEventListener('pointerleave', () => this.highlight(this.pressed?.keys ?? []));
    source.addEventListener('focusin', () => this.highlight(keys));
    source.addEventListener('focusout', () => this.highlight(this.pressed?.keys ?? []));
  }

  /** Makes the source a toggle button: pressing it keeps the highlight and scrolls to the other elements. */
  press(source: HTMLElement, keys: readonly string[]): void {
    this.follow(source, keys);
    source.tabIndex = 0;
    source.setAttribute('role', 'button');
    source.setAttribute('aria-pressed', 'false');
    const press = (): void => this.setPressed(this.pressed?.source === source ? undefined : { source, keys });
    source.addEventListener('click', press);
    source.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.pressed) this.setPressed(undefined);
      else if (event.key === 'Enter' || event.key === ' ') press();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Scrolls to the first element of a key, and highlights it until the focus moves. */
  reveal(key: string): void {
    this.elements.get(key)?.[0]?.scrollIntoView({ block: 'nearest' });
    this.highlight([key]);
  }

  private setPressed(pressed: LinkedHighlights['pressed']): void {
    this.pressed?.source.setAttribute('aria-pressed', 'false');
    this.pressed = pressed;
    pressed?.source.setAttribute('aria-pressed', 'true');
    this.highlight(pressed?.keys ?? []);
    const linked = pressed?.keys.flatMap((key) => this.elements.get(key) ?? []);
    linked?.find((element) => element !== pressed?.source)?.scrollIntoView({ block: 'nearest' });
  }

  private highlight(keys: readonly string[]): void {
    for (const elements of this.elements.values())
      for (const element of elements) element.classList.remove('lit');
    for (const key of keys) for (const element of this.elements.get(key) ?? []) element.classList.add('lit');
  }
}
