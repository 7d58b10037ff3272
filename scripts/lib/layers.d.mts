export const allowedImports: ReadonlyMap<string, readonly string[]>;
export function layerOf(file: string): string | undefined;
export function importProblem(from: string, to: string): string | undefined;
