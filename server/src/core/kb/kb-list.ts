import { withoutCredentials } from '../language/text/passwords';
import { SAMPLE_KB, type KbConfig } from './kb-config';

/** A KB that can be selected. */
export interface KbListing {
  readonly name: string;
  readonly kind: 'sample' | 'file' | 'endpoint';
  /** The address without credentials, or the path. */
  readonly where: string;
  readonly writable: boolean;
}

/** The sample KB, followed by those of the settings in their order. */
export function listKnowledgeBases(configs: Readonly<Record<string, KbConfig>>): readonly KbListing[] {
  const named = Object.entries(configs).map(([name, config]): KbListing => {
    const { writable = false } = config;
    return 'endpoint' in config
      ? { name, kind: 'endpoint', where: withoutCredentials(config.endpoint), writable }
      : { name, kind: 'file', where: [config.file].flat().join(', '), writable };
  });
  return [{ name: SAMPLE_KB, kind: 'sample', where: 'bundled sample', writable: false }, ...named];
}
