/** A sample of the tables in samples/README.md. This file does not import the editor. */
interface Sample {
  /** The heading above the table. */
  readonly group: string;
  /** The path in samples/. */
  readonly file: string;
  readonly shows: string;
}

/** Reads the samples from the tables of samples/README.md, whose first column links to the file. */
export function parseSampleList(markdown: string): readonly Sample[] {
  const samples: Sample[] = [];
  let group = '';
  for (const line of markdown.split(/\r?\n/)) {
    group = /^## (.+)$/.exec(line)?.[1]?.trim() ?? group;
    const [, file, shows] = /^\| \[[^\]]*\]\(([^)]+)\) \| (.+?) \|$/.exec(line) ?? [];
    if (file !== undefined && shows !== undefined)
      samples.push({ group, file, shows: shows.replaceAll('`', '') });
  }
  return samples;
}

/** The question in the first lines of a sample. */
export function questionOf(text: string): string | undefined {
  return /^# question: (.+)$/m.exec(text)?.[1]?.trim();
}
