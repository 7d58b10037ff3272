/** The plain text of the Markdown that hovers and completions contain, for editors that show no Markdown. */
export function toPlainText(markdown: string): string {
  return withoutMarkup(markdown)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Code blocks, code, emphasis, links, escaped characters and horizontal lines. */
const MARKUP =
  /```\w*\n([\s\S]*?)\n```|(`+)( ?)([\s\S]*?)\3\2(?!`)|\*\*((?:\\.|[^*\\])+)\*\*|\*((?:\\.|[^*\\])+)\*|\[((?:\\.|[^\]\\])*)\]\(([^)]*)\)|\\([\\`*_{}[\]<>()#+\-.!|~])|^---$/gm;

function withoutMarkup(text: string): string {
  return text.replace(
    MARKUP,
    (
      _,
      block?: string,
      _fence?: string,
      _space?: string,
      code?: string,
      strong?: string,
      emphasized?: string,
      link?: string,
      address?: string,
      escaped?: string,
    ) => {
      const inner = strong ?? emphasized;
      if (inner !== undefined) return withoutMarkup(inner);
      if (link !== undefined) return `${withoutMarkup(link)}: ${address ?? ''}`;
      return block ?? code ?? escaped ?? '';
    },
  );
}
