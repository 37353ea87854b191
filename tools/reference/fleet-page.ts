import { readFileSync } from 'node:fs';
import { escapeMarkdownText, renderReferencePage, renderReferenceTable, wrapCode } from './markdown-cells.js';
import { describeType, type Schema } from './schema-keys.js';

const schema = JSON.parse(
  readFileSync(new URL('../../src/fleet/fleet.schema.json', import.meta.url), 'utf8'),
) as Schema;

/** Each key of a fleet file: its type and its meaning. */
export function renderFleetPage(): string {
  const { description = '', properties = {}, $defs = {} } = schema;
  const { settings = {}, group = {}, target = {} } = $defs;
  const own = ({ properties: keys = {} }: Schema, others: Schema): Schema['properties'] =>
    Object.fromEntries(Object.entries(keys).filter(([name]) => !Object.hasOwn(others.properties ?? {}, name)));
  return renderReferencePage([
    '# Keys of a fleet file',
    '[Fleets](../fleets.md) explains what they are for. The [JSON Schema](../../src/fleet/fleet.schema.json) is part of the package.',
    escapeMarkdownText(description),
    renderKeys(properties, $defs),
    '## A target',
    'These keys, and all settings.',
    renderKeys(own(target, settings), $defs),
    '## A group',
    'These keys, and all settings.',
    renderKeys(own(group, settings), $defs),
    '## Settings',
    'Keys of `defaults`, of a group and of a target.',
    renderKeys(settings.properties, $defs),
  ]);
}

const renderKeys = (keys: Schema['properties'] = {}, defs: Readonly<Record<string, Schema>>): string =>
  renderReferenceTable(
    ['Key', 'Type', 'Meaning'],
    Object.entries(keys).map(([name, key]) => [
      wrapCode(name),
      describeKey(key, defs),
      escapeMarkdownText(key.description ?? ''),
    ]),
  );

/** The shapes of this page have headings of their own. */
function describeKey(key: Schema, defs: Readonly<Record<string, Schema>>): string {
  const named: Readonly<Record<string, string>> = {
    '#/$defs/settings': '[settings](#settings)',
    '#/$defs/group': '[group](#a-group)',
    '#/$defs/target': '[target](#a-target)',
  };
  const link = (part: Schema): string => named[part.$ref ?? ''] ?? describeType(part, defs);
  if (key.items?.$ref !== undefined && key.type === 'array') return `list of ${link(key.items)}`;
  if (typeof key.additionalProperties === 'object') return `object of ${link(key.additionalProperties)}`;
  return link(key);
}
