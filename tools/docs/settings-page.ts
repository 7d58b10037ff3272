/** Generates docs/settings.md from the manifest. */
import { readManifest, type Setting } from './manifest';

export function settingsPage(root: string): string {
  const { configuration } = readManifest(root).contributes;
  const settings = configuration.flatMap(({ properties }) => Object.entries(properties));
  return [
    '<!-- Written by `npm run generate -- docs` from package.json and package.nls.json: edit those. -->',
    '# Settings',
    'The command line reads the same settings from the `.vscode/settings.json` of a folder or of one above it.',
    ...configuration.flatMap(({ title, properties }) => [
      `## ${title}`,
      ...Object.entries(properties)
        .filter(([, { markdownDeprecationMessage }]) => markdownDeprecationMessage === undefined)
        .flatMap(([name, setting]) => section(name, setting)),
    ]),
    '## Former names',
    'These names still work where the new one is not set.',
    table(
      ['Former name', 'Now'],
      settings.flatMap(([name, { markdownDeprecationMessage: message }]) => {
        const now = /#(.+?)#/.exec(message ?? '')?.[1];
        return now === undefined ? [] : [[`\`${name}\``, `\`${now}\``]];
      }),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function section(name: string, setting: Setting): readonly string[] {
  const { enum: values, enumDescriptions = [] } = setting;
  const fields = setting.properties ?? (setting.additionalProperties || undefined)?.properties;
  return [
    `### ${name}`,
    descriptionOf(setting),
    setting.properties ? '' : `Default: \`${JSON.stringify(setting.default)}\`${formatRange(setting)}.`,
    values && enumDescriptions.length
      ? values.map((value, at) => `- \`${value}\`: ${enumDescriptions[at] ?? ''}`).join('\n')
      : '',
    fields
      ? table(
          ['Key', 'Default', 'Meaning'],
          Object.entries(fields).map(([key, field]) => [
            `\`${key}\``,
            field.default === undefined ? '' : `\`${JSON.stringify(field.default)}\``,
            descriptionOf(field),
          ]),
        )
      : '',
  ].filter(Boolean);
}

/** In the manifest, links to other settings have the form `#name#`. */
function descriptionOf({ description, markdownDescription }: Setting): string {
  return (markdownDescription ?? description ?? '').replaceAll(/`#(.+?)#`/g, '`$1`');
}

function formatRange({ minimum, exclusiveMinimum, maximum }: Setting): string {
  const from = minimum === undefined ? exclusiveMinimum : minimum;
  if (from === undefined) return '';
  const least = minimum === undefined ? `above ${from}` : `from ${from}`;
  return maximum === undefined ? ` (${least})` : ` (${least} to ${maximum})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
