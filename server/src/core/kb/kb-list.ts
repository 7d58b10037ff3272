import { withoutCredentials } from '../language/text/passwords';
import { SAMPLE_KB, type KbConfig } from './kb-config';

/** A KB that can be selected. */
export interface KbListing {
  readonly name: string;
  readonly kind: 'sample' | 'file' | 'endpoint';
  /** The address without credentials, or the path. */
  readonly where: string;
  readonly writable: boolean;
  /** The schema file of its settings; absent for the schema of all KBs. */
  readonly schema?: string;
}

/** The sample KB, followed by those of the settings in their order. */
export function listKnowledgeBases(configs: Readonly<Record<string, KbConfig>>): readonly KbListing[] {
  const named = Object.entries(configs).map(([name, config]): KbListing => {
    const { writable = false, schema } = config;
    const rest = { writable, ...(schema !== undefined && schema !== '' && { schema }) };
    return 'endpoint' in config
      ? { name, kind: 'endpoint', where: withoutCredentials(config.endpoint), ...rest }
      : { name, kind: 'file', where: [config.file].flat().join(', '), ...rest };
  });
  return [{ name: SAMPLE_KB, kind: 'sample', where: 'bundled sample', writable: false }, ...named];
}
