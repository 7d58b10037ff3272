import type Mocha from 'mocha';

export function runMocha(
  mocha: typeof Mocha,
  folder: string,
  options: { readonly grep?: string; readonly repeat?: number; readonly timeout: number },
): Promise<{
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly { readonly title: string; readonly message: string }[];
}>;
