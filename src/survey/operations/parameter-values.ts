import { isObject, type Json, normalizeName } from '../../model/json.js';
import { type IdPlaces, listIdPointers, readIdAt, readItemId } from '../../model/service/item-id.js';
import { normalizeTemplate, type Parameter, type ParameterValue, type Schema } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { getPathNoun } from '../../openapi/recognize/words.js';

/** A value with the request that showed it. */
type SeenValue = Required<Pick<ParameterValue, 'value' | 'evidence'>>;

/** Collects values from responses as they are seen, as producers of parameters. */
export type ValueCollector = ReturnType<typeof createValueCollector>;

export interface ValueContext {
  readonly produced: ValueCollector;
  readonly collections: readonly Collection[];
  /** Whether a run may create items, whose ids are values too. */
  readonly mayCreate: boolean;
  /** Paths of lists whose entries have not been read, because no request was sent. */
  readonly unreadLists: ReadonlySet<string>;
}

/** Chooses a value for each parameter in a path: an entry of the list before it, an item to create, an example. */
export function choosePathValues(template: string, parameters: readonly Parameter[], context: ValueContext) {
  const values: ParameterValue[] = [];
  for (const match of template.matchAll(/\{([^}]+)\}/g)) {
    const name = match[1] ?? '';
    const declared = parameters.find((one) => one.in === 'path' && one.name === name);
    const before = fillTemplate(template.slice(0, match.index), values).replace(/\/$/, '');
    const list = template[match.index - 1] === '/' ? before : undefined;
    values.push({ name, in: 'path', ...chooseValue(name, list, template, declared, context) });
  }
  return values;
}

type ChosenValue = Pick<ParameterValue, 'source' | 'value' | 'evidence'>;

function chooseValue(
  name: string,
  list: string | undefined,
  template: string,
  declared: Parameter | undefined,
  { produced, collections, mayCreate, unreadLists }: ValueContext,
): ChosenValue {
  const entry = list === undefined ? undefined : produced.findEntryId(list);
  if (entry) return { source: 'entry', ...entry };
  const shape = list === undefined ? '' : normalizeTemplate(list);
  if (list !== undefined && unreadLists.has(shape)) return { source: 'entry', evidence: `GET ${list}` };
  const documented = readDocumentedValue(declared);
  const parent = findCreatableParent(template, name, collections);
  if (parent && mayCreate) return { source: 'created', evidence: `POST ${parent.path}` };
  const member = produced.findMember(name);
  if (documented !== undefined) return { source: 'documented', value: documented, evidence: 'the document' };
  if (member) return { source: 'response', ...member };
  return { source: 'invented', evidence: `no list, example or response has a value for ${name}` };
}

/** The collection whose items have the path up to and including a parameter. */
export function findCreatableParent(template: string, name: string, collections: readonly Collection[]) {
  const end = template.indexOf(`{${name}}`) + name.length + 2;
  const shape = normalizeTemplate(template.slice(0, end));
  return collections.find(
    ({ create, itemPath }) => create?.request !== undefined && itemPath && normalizeTemplate(itemPath) === shape,
  );
}

/** Values for the query parameters that an operation requires; the others are not sent. */
export function chooseQueryValues(parameters: readonly Parameter[], { produced }: ValueContext): ParameterValue[] {
  return parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map((parameter): ParameterValue => {
      const { name } = parameter;
      const query = { name, in: 'query' } as const;
      const documented = readDocumentedValue(parameter);
      if (documented !== undefined)
        return { ...query, source: 'documented', value: documented, evidence: 'the document' };
      const member = produced.findMember(name);
      if (member) return { ...query, source: 'response', ...member };
      return { ...query, source: 'invented', value: inventValue(parameter), evidence: `no example of ${name}` };
    });
}

/** A documented example, default or enum value; arrays give their first entry. */
export function readDocumentedValue(parameter: Parameter | undefined): string | undefined {
  if (!parameter) return undefined;
  const { example, schema } = parameter;
  const said = [example, ...listSchemaValues(schema)].find((value) => value !== undefined && value !== null);
  const [one] = Array.isArray(said) ? said : [said];
  const isPlain = typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean';
  return isPlain && String(one) !== '' ? String(one) : undefined;
}

function listSchemaValues(schema: Schema | undefined): (Json | undefined)[] {
  if (!isObject(schema)) return [];
  const { example, examples, const: only, default: usual, enum: some, items } = schema;
  const first = (values: Json | undefined) => (Array.isArray(values) ? values[0] : undefined);
  return [example, first(examples), only, usual, first(some), ...listSchemaValues(items as Schema | undefined)];
}

/** A plausible value for a parameter without any, by its type and format. */
export function inventValue({ schema }: Pick<Parameter, 'schema'>): string {
  const { type, format, minimum, items } = isObject(schema) ? schema : ({} as Record<string, Json | undefined>);
  const types = [type].flat();
  if (types.includes('array') && isObject(items)) return inventValue({ schema: items });
  if (types.includes('integer') || types.includes('number')) return String(typeof minimum === 'number' ? minimum : 1);
  if (types.includes('boolean')) return 'true';
  if (format === 'date') return '2024-01-01';
  if (format === 'date-time') return '2024-01-01T00:00:00Z';
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000001';
  return 'assay';
}

/** Fills known values into a path template, percent-encoded; other parameters stay. */
export const fillTemplate = (template: string, values: readonly ParameterValue[]): string =>
  values.reduce(
    (path, { name, value, in: place }) =>
      place === 'path' && value !== undefined ? path.replace(`{${name}}`, encodeURIComponent(value)) : path,
    template,
  );

/** Names that say nothing about what they identify. */
const isTellingName = (name: string): boolean => !/^(id|name|key|code|type|value|status)$/.test(normalizeName(name));

/** Maximum depth and number of entries to which members are collected. */
const maxDepth = 4;
const maxEntries = 3;

/** Creates a collector without values. */
export function createValueCollector() {
  const ids = new Map<string, SeenValue>();
  const members = new Map<string, SeenValue>();
  const keep = (name: string, value: Json | undefined, evidence: string): void => {
    const key = normalizeName(name);
    if (isTellingName(name) && isPlain(value) && !members.has(key))
      members.set(key, { value: String(value), evidence });
  };
  const collect = (json: Json | undefined, evidence: string, depth: number): void => {
    if (depth > maxDepth) return;
    const isList = Array.isArray(json);
    const parts = isList ? json.slice(0, maxEntries).map((one) => ['id', one] as const) : listMembers(json);
    for (const [name, value] of parts) {
      keep(name, value, evidence);
      collect(value, evidence, depth + 1);
    }
  };
  return {
    /** Takes the entries of the list at a path, and where they show their ids. */
    recordEntries(path: string, entries: readonly Json[], places: IdPlaces | undefined) {
      const [first] = entries;
      if (first === undefined) return;
      const value = readEntryId(first, path, places);
      const evidence = `GET ${path}`;
      if (value !== undefined) ids.set(normalizeTemplate(path), { value, evidence });
      collect([...entries], evidence, 0);
      const key = value === undefined ? undefined : `${normalizeName(getPathNoun(path)).replace(/s$/, '')}id`;
      if (key !== undefined && value !== undefined && !members.has(key)) members.set(key, { value, evidence });
    },
    /** Takes the members of a response. */
    recordMembers: (json: Json | undefined, evidence: string) => collect(json, evidence, 0),
    findEntryId: (path: string) => ids.get(normalizeTemplate(path)),
    findMember: (name: string) => (isTellingName(name) ? members.get(normalizeName(name)) : undefined),
  };
}

const listMembers = (json: Json | undefined): (readonly [string, Json])[] =>
  isObject(json) ? Object.entries(json) : [];

/** Lists of text identify by the text itself. */
function readEntryId(entry: Json, path: string, places: IdPlaces | undefined): string | undefined {
  if (typeof entry === 'string' || typeof entry === 'number') return String(entry);
  const found = [
    ...(places ? [readItemId(entry, places)] : []),
    ...listIdPointers(entry, getPathNoun(path)).map((pointer) => readIdAt(entry, pointer)),
  ].find((id) => id !== undefined && id !== '');
  return found === undefined ? undefined : String(found);
}

const isPlain = (value: Json | undefined): boolean =>
  (typeof value === 'string' && value !== '' && value.length <= 100) || typeof value === 'number';
