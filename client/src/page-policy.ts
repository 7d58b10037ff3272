/** The content security policy of a page: it may use its own script and style, and nothing else. */
export function pagePolicy({ script, style }: { readonly script: string; readonly style: string }): string {
  return `default-src 'none'; script-src ${script}; style-src ${style}; base-uri 'none'; form-action 'none'`;
}
