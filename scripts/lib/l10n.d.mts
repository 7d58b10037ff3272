interface FoundTexts {
  readonly texts: readonly string[];
  readonly problems: readonly string[];
}

export function clientTexts(): FoundTexts;
export function bundleText(texts: readonly string[]): string;
export function textsIn(file: string, source: string): FoundTexts;
