/** Reads the extension's manifest with the texts of package.nls.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Setting {
  readonly type: string | readonly string[];
  readonly default?: unknown;
  readonly scope?: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly markdownDeprecationMessage?: string;
  readonly properties?: Readonly<Record<string, Setting>>;
  readonly additionalProperties?: false | Setting;
}

export interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category?: string;
    }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly configuration: readonly {
      readonly title: string;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
  };
}

export const readManifest = (root: string): Manifest => {
  const read = (name: string): string => readFileSync(join(root, name), 'utf8');
  const texts = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
  return JSON.parse(read('package.json'), (_, value: unknown) => {
    const key = typeof value === 'string' ? /^%(.+)%$/.exec(value)?.[1] : undefined;
    return key === undefined ? value : texts[key];
  }) as Manifest;
};
