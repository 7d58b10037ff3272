/** Exports the graph as an SVG file with its current colors. */
const EXPORTED_STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'opacity',
];
const MARGIN = 16;

export function asSvg(
  stage: SVGSVGElement,
  bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): string {
  const copy = stage.cloneNode(true) as SVGSVGElement;
  const originals = [...stage.querySelectorAll('*')];
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (!original) continue;
    const style = getComputedStyle(original);
    for (const name of EXPORTED_STYLES) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ['class', 'tabindex', 'role']) element.removeAttribute(name);
  }
  copy.querySelector(':scope > g')?.removeAttribute('transform');
  for (const name of ['class', 'tabindex', 'role']) copy.removeAttribute(name);
  const { x, y, width, height } = bounds;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute(
    'viewBox',
    [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map(Math.round).join(' '),
  );
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  background.setAttribute('x', String(Math.round(x - MARGIN)));
  background.setAttribute('y', String(Math.round(y - MARGIN)));
  background.setAttribute('width', String(Math.round(width + 2 * MARGIN)));
  background.setAttribute('height', String(Math.round(height + 2 * MARGIN)));
  background.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(background);
  return new XMLSerializer().serializeToString(copy);
}
