import { readFileSync } from 'node:fs';
import { escapeMarkdownText, renderReferencePage, renderReferenceTable, wrapCode } from './markdown-cells.js';
import { profileExamples } from './profile-examples.js';
import { createShapeHeading, describeType, hasHeading, type Key, listKeys, type Schema } from './schema-keys.js';

/** The schema of a profile, from which the page is generated. */
export const profileSchema = JSON.parse(
  readFileSync(new URL('../../src/profile/profile.schema.json', import.meta.url), 'utf8'),
) as Schema;

/** Each key of a profile: its type, its default, its meaning and an example. */
export function renderProfilePage(): string {
  const { description = '', properties = {}, $defs = {} } = profileSchema;
  const shapes = Object.entries($defs).filter(([, schema]) => hasHeading(schema));
  return renderReferencePage([
    '# Profile keys',
    'A profile is `assay.yaml`, `assay.yml` or `assay.json` in the current folder, or the file given with `--profile`. ' +
      'Its [JSON Schema](../../src/profile/profile.schema.json) is part of the package; an editor that uses it completes and checks a profile.',
    escapeMarkdownText(description),
    `Keys: ${Object.keys(properties)
      .map((name) => `[${wrapCode(name)}](#${name.toLowerCase().replace('$', '')})`)
      .join(', ')}.`,
    ...Object.entries(properties).flatMap(([name, schema]) => renderSection(name, schema, $defs)),
    '## Shapes',
    'Types that several keys share.',
    ...shapes.flatMap(([name, schema]) => renderSection(createShapeHeading(name), schema, $defs)),
  ]);
}

function renderSection(name: string, schema: Schema, defs: Readonly<Record<string, Schema>>): string[] {
  const { meaning, otherwise } = splitDescription(schema);
  const example = profileExamples[name];
  const below = listKeys(schema);
  return [
    `## ${name}`,
    [meaning, `Type: ${describeType(schema, defs)}.`, ...(otherwise ? [`Default: ${otherwise}.`] : [])]
      .filter(Boolean)
      .join(' '),
    ...(below.length > 0
      ? [
          renderReferenceTable(
            ['Key', 'Type', 'Default', 'Meaning'],
            below.map((key) => renderRow(key, defs)),
          ),
        ]
      : []),
    ...(example === undefined ? [] : [`\`\`\`yaml\n${example}\n\`\`\``]),
  ];
}

function renderRow({ path, schema, isRequired }: Key, defs: Readonly<Record<string, Schema>>): string[] {
  const { meaning, otherwise } = splitDescription(schema);
  return [wrapCode(path), describeType(schema, defs), isRequired ? '*required*' : otherwise, meaning];
}

/** In the schema, a default is at the end of a description. */
function splitDescription({ description = '' }: Schema): { readonly meaning: string; readonly otherwise: string } {
  const [meaning = '', otherwise = ''] = description.split(/ (?:Default|Left out): (?=[^.]*)/);
  return { meaning: escapeMarkdownText(meaning), otherwise: escapeMarkdownText(otherwise.replace(/\.$/, '')) };
}
