import { readFileSync } from 'node:fs';
import { code, page, plain, table } from './markdown-cells.js';
import { hasHeading, keysBelow, type Schema, shapeHeading, typeOf } from './schema-keys.js';

const schema = JSON.parse(
  readFileSync(new URL('../../src/report/json/report.schema.json', import.meta.url), 'utf8'),
) as Schema;

/** Each field of `report.json`. */
export function reportPage(): string {
  const { description = '', $defs = {} } = schema;
  const shapes = Object.entries($defs).filter(([, shape]) => hasHeading(shape));
  return page([
    '# Fields of report.json',
    `${plain(description)} Its [JSON Schema](../../src/report/json/report.schema.json) ships with the package and names the version of the form. Everything in it has been redacted, and everything that a service said may be hostile text.`,
    fields(schema, $defs),
    ...shapes.flatMap(([name, shape]) => [
      `## ${shapeHeading(name)}`,
      plain(shape.description ?? ''),
      fields(shape, $defs),
    ]),
  ]);
}

const fields = (shape: Schema, defs: Readonly<Record<string, Schema>>): string =>
  table(
    ['Field', 'Holds', 'There', 'Meaning'],
    keysBelow(shape).map(({ path, schema: field, isRequired }) => [
      code(path),
      typeOf(field, defs),
      isRequired ? 'always' : 'where known',
      plain(field.description ?? ''),
    ]),
  );
