export function packNpm(folder?: string): Promise<{ readonly file: string }>;
