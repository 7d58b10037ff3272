/** Creates DOM elements. Values are set as text, never as markup. */

export interface ElementOptions {
  readonly class?: string;
  readonly text?: string;
  readonly title?: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly on?: {
    readonly [Event in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Event]) => void;
  };
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { class: className, text, title, attributes = {}, on = {} }: ElementOptions = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  if (className !== undefined) node.className = className;
  if (text !== undefined) node.textContent = text;
  if (title !== undefined) node.title = title;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  for (const [name, listener] of Object.entries(on)) node.addEventListener(name, listener as EventListener);
  node.append(...children);
  return node;
}

/** A text of the KB, isolated from the writing direction of the text around it. */
export const isolatedText = (text: string, className = ''): HTMLElement =>
  element('bdi', { ...(className && { class: className }), text });

/** The translations in the HTML of the page; undefined for English. */
export function pageTranslations(): Readonly<Record<string, string>> | undefined {
  const { translations } = document.body.dataset;
  return translations === undefined ? undefined : (JSON.parse(translations) as Record<string, string>);
}
