/** Renders sections and tables of the page. */
import { html, type Html } from './html';

export function section(id: string, title: string, body: Html | undefined, about?: string): Html {
  return html`<section id="${id}">
    <h2>${title}</h2>
    ${about !== undefined && html`<p class="about">${about}</p>`}${body}
  </section>`;
}

export function table(
  head: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
  name = '',
): Html {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${name || (head[0] ?? '')}">
    <table>
      ${
        head.some(Boolean) &&
        html`<thead>
          <tr>
            ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
          </tr>
        </thead>`
      }
      <tbody>
        ${rows.map(
          ([first = '', ...others]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${others.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function collapsibleTable(body: Html): Html {
  return html`<details class="numbers">
    <summary>As a table</summary>
    ${body}
  </details>`;
}
