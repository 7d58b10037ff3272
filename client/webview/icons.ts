/** Icons drawn as lines in the color of the text. */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  for (const drawing of ICONS[name]) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', drawing);
    svg.append(path);
  }
  return svg;
}

const SVG = 'http://www.w3.org/2000/svg';

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const ICONS = {
  search: [circle(7, 7, 4), 'M10 10l4 4'],
  filter: ['M2 4h12M4 8h8M6.5 12h3'],
  columns: ['M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10'],
  save: ['M8 2v8M5 7.2l3 3 3-3', 'M2.5 11v2.5h11V11'],
  copy: ['M5.5 5.5h8v8h-8z', 'M3 10.5h-.5v-8h8V3'],
  again: ['M13 8a5 5 0 1 1-1.6-3.7', 'M13.3 2v3h-3'],
  pin: ['M5.5 2.5h5M6.5 2.5v5l-2 2.5h7l-2-2.5v-5M8 10v4'],
  help: [circle(8, 8, 6), 'M6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.3', 'M8 11.4v.6'],
  close: ['M4 4l8 8M12 4l-8 8'],
  back: ['M13.5 8h-11M7 3.5L2.5 8 7 12.5'],
  forward: ['M2.5 8h11M9 3.5L13.5 8 9 12.5'],
  open: ['M9 2.5h4.5V7M13.5 2.5L8 8', 'M7 3.5H2.5v10h10V9'],
  warning: ['M8 2.2L14.5 13.5h-13zM8 6.5v3.5', 'M8 11.3v.6'],
  info: [circle(8, 8, 6), 'M8 7.4v3.8', 'M8 4.9v.6'],
  error: [circle(8, 8, 6), 'M5.9 5.9l4.2 4.2M10.1 5.9L5.9 10.1'],
  check: ['M2.5 8.5l3.5 3.5 7.5-8'],
  add: ['M8 3v10M3 8h10'],
  up: ['M8 13V3.5M4.2 7L8 3.2 11.8 7'],
  down: ['M8 3v9.5M4.2 9L8 12.8 11.8 9'],
  menu: ['M4.5 6.5L8 10l3.5-3.5'],
  stop: ['M4 4h8v8H4z'],
  zoomIn: [circle(7, 7, 4.5), 'M10.3 10.3L14 14M5 7h4M7 5v4'],
  zoomOut: [circle(7, 7, 4.5), 'M10.3 10.3L14 14M5 7h4'],
  fit: ['M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10'],
  unfold: ['M4.5 6L8 2.5 11.5 6M4.5 10L8 13.5 11.5 10'],
  fold: ['M4.5 2.5L8 6l3.5-3.5M4.5 13.5L8 10l3.5 3.5'],
  list: ['M6 4h7.5M6 8h7.5M6 12h7.5M2.5 4h.6M2.5 8h.6M2.5 12h.6'],
} satisfies Record<string, readonly string[]>;

export type IconName = keyof typeof ICONS;
