export function runMocha(
  Mocha: typeof import('mocha'),
  folder: string,
  options: { readonly grep?: string; readonly repeat?: number; readonly timeout: number },
): Promise<{
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly { readonly title: string; readonly message: string }[];
}>;
