import { readFileSync } from 'node:fs';
import { escapeMarkdownText, renderReferencePage, renderReferenceTable, wrapCode } from './markdown-cells.js';
import { createShapeHeading, describeType, hasHeading, listKeys, type Schema } from './schema-keys.js';

const schema = JSON.parse(
  readFileSync(new URL('../../src/report/json/report.schema.json', import.meta.url), 'utf8'),
) as Schema;

/** Each field of `report.json`. */
export function renderReportPage(): string {
  const { description = '', $defs = {} } = schema;
  const shapes = Object.entries($defs).filter(([, shape]) => hasHeading(shape));
  return renderReferencePage([
    '# Fields of report.json',
    `${escapeMarkdownText(description)} Its [JSON Schema](../../src/report/json/report.schema.json) is part of the package and names the version of the format. All content is redacted, and content from a service may be hostile text.`,
    renderFields(schema, $defs),
    ...shapes.flatMap(([name, shape]) => [
      `## ${createShapeHeading(name)}`,
      escapeMarkdownText(shape.description ?? ''),
      renderFields(shape, $defs),
    ]),
  ]);
}

const renderFields = (shape: Schema, defs: Readonly<Record<string, Schema>>): string =>
  renderReferenceTable(
    ['Field', 'Type', 'Present', 'Meaning'],
    listKeys(shape).map(({ path, schema: field, isRequired }) => [
      wrapCode(path),
      describeType(field, defs),
      isRequired ? 'always' : 'where known',
      escapeMarkdownText(field.description ?? ''),
    ]),
  );
