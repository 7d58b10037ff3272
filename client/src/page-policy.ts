/** The policy of a page: its own script and style, and nothing else may load, run, be fetched, be based elsewhere or be submitted. */
export function pagePolicy({ script, style }: { readonly script: string; readonly style: string }): string {
  return `default-src 'none'; script-src ${script}; style-src ${style}; base-uri 'none'; form-action 'none'`;
}
