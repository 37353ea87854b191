import { readFileSync } from 'node:fs';
import { code, page, plain, table } from './markdown-cells.js';
import { examples } from './profile-examples.js';
import { hasHeading, type Key, keysBelow, type Schema, shapeHeading, typeOf } from './schema-keys.js';

/** The schema of a profile, which the page is written from. */
export const profileSchema = JSON.parse(
  readFileSync(new URL('../../src/profile/profile.schema.json', import.meta.url), 'utf8'),
) as Schema;

/** Each key of a profile: what it takes, what holds without it, what it means, and what it looks like. */
export function profilePage(): string {
  const { description = '', properties = {}, $defs = {} } = profileSchema;
  const shapes = Object.entries($defs).filter(([, schema]) => hasHeading(schema));
  return page([
    '# Profile keys',
    'A profile is `assay.yaml`, `assay.yml` or `assay.json` in the folder where `assay` is started, or what `--profile` names. ' +
      'Its [JSON Schema](../../src/profile/profile.schema.json) ships with the package; an editor that knows it completes and checks a profile as it is written.',
    plain(description),
    table(
      ['Key', 'Takes', 'Meaning'],
      Object.entries(properties).map(([name, schema]) => [
        `[${code(name)}](#${name.toLowerCase().replace('$', '')})`,
        typeOf(schema, $defs),
        plain(schema.description ?? ''),
      ]),
    ),
    ...Object.entries(properties).flatMap(([name, schema]) => section(name, schema, $defs)),
    '## Shapes',
    'What several keys take.',
    ...shapes.flatMap(([name, schema]) => section(shapeHeading(name), schema, $defs)),
  ]);
}

function section(name: string, schema: Schema, defs: Readonly<Record<string, Schema>>): string[] {
  const { meaning, otherwise } = told(schema);
  const example = examples[name];
  const below = keysBelow(schema);
  return [
    `## ${name}`,
    [meaning, `Takes: ${typeOf(schema, defs)}.`, ...(otherwise ? [`Default: ${otherwise}.`] : [])]
      .filter(Boolean)
      .join(' '),
    ...(below.length > 0
      ? [
          table(
            ['Key', 'Takes', 'Default', 'Meaning'],
            below.map((key) => row(key, defs)),
          ),
        ]
      : []),
    ...(example === undefined ? [] : [`\`\`\`yaml\n${example}\n\`\`\``]),
  ];
}

function row({ path, schema, isRequired }: Key, defs: Readonly<Record<string, Schema>>): string[] {
  const { meaning, otherwise } = told(schema);
  return [code(path), typeOf(schema, defs), isRequired ? '*required*' : otherwise, meaning];
}

/** The schema tells a default in its own words, at the end of what a key means. */
function told({ description = '' }: Schema): { readonly meaning: string; readonly otherwise: string } {
  const [meaning = '', otherwise = ''] = description.split(/ (?:Default|Left out): (?=[^.]*)/);
  return { meaning: plain(meaning), otherwise: plain(otherwise.replace(/\.$/, '')) };
}
