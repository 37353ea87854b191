import type { Json } from '../model/json.js';
import type { Problem } from '../model/profile/profile-error.js';
import type { DeclaredResource } from '../model/service/declared-resource.js';
import type { ParsedProfile } from './file/file-content.js';

/** Converts a member name to a JSON Pointer; pointers stay as they are. */
export const toPointer = (member: string): string =>
  member === '' || member.startsWith('/') ? member : `/${member.replaceAll('~', '~0')}`;

export function completeResources({ content, origin }: ParsedProfile): {
  resources: DeclaredResource[];
  /** The queries that lists need, by path; each begins with `?`. */
  queries: Readonly<Record<string, string>>;
  problems: Problem[];
} {
  const { source } = origin;
  const given = content.resources ?? [];
  const queries = given.map(({ collection }) => [getPath(collection), collection.slice(getPath(collection).length)]);
  const resources = given.map((resource, index) =>
    normalizePointers({
      ...replaceTrue(resource),
      collection: getPath(resource.collection),
      name: resource.name ?? deriveName(getPath(resource.collection)),
      where: source.where(['resources', String(index)]),
    }),
  );
  const aimless = resources.flatMap(({ purge = [] }, index) =>
    purge.flatMap((step, i) =>
      JSON.stringify([step.path, step.body ?? null]).includes('{id}')
        ? []
        : [source.problem(['resources', String(index), 'purge', String(i)], unnamedPurgeMessage)],
    ),
  );
  const problems = resources.flatMap(({ name, collection }, index) => {
    const earlier = resources.slice(0, index);
    const twin =
      earlier.find((other) => other.name === name) ?? earlier.find((other) => other.collection === collection);
    if (!twin) return [];
    const what = twin.name === name ? `the name "${name}"` : `the collection ${collection}`;
    return [source.problem(['resources', String(index)], `${what} is already used by the resource at ${twin.where}`)];
  });
  return {
    resources,
    queries: Object.fromEntries(queries.filter(([, query]) => query !== '')),
    problems: [...aimless, ...problems],
  };
}

const getPath = (address: string): string => address.replace(/\?.*$/s, '');

/** An operation that is declared with `true` exists, and all its settings have defaults. */
function replaceTrue<T extends object>(resource: T): T {
  const operations = Object.entries(resource).filter(([key, value]) => operationKeys.has(key) && value === true);
  return { ...resource, ...Object.fromEntries(operations.map(([key]) => [key, {}])) };
}

const operationKeys: ReadonlySet<string> = new Set(['create', 'replace', 'patch', 'delete']);

/** A purge request without an item id could empty a whole trash with items of others. */
const unnamedPurgeMessage =
  'a purge step must contain {id} in its path or body, so that it removes only items that assay created';

function normalizePointers(resource: DeclaredResource): DeclaredResource {
  const { id, create, patch, marker, volatile, accessStatistics, filters, ranges } = resource;
  return {
    ...resource,
    ...(id ? { id: { ...id, ...(id.mutableBy ? { mutableBy: id.mutableBy.map(toPointer) } : {}) } } : {}),
    ...(create ? { create: normalizeCreatePointers(create) } : {}),
    ...(!patch || patch.field === undefined ? {} : { patch: { ...patch, field: toPointer(patch.field) } }),
    ...(marker ? { marker: { field: toPointer(marker.field) } } : {}),
    ...(volatile ? { volatile: volatile.map(toPointer) } : {}),
    ...(filters ? { filters: mapValues(filters, toPointer) } : {}),
    ...(ranges ? { ranges: mapValues(ranges, (range) => mapValues({ ...range }, toPointer)) } : {}),
    ...(accessStatistics ? { accessStatistics: accessStatistics.map(toPointer) } : {}),
  };
}

const mapValues = <Value>(values: Readonly<Record<string, Value>>, map: (value: Value) => Value) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

type Create = Exclude<NonNullable<DeclaredResource['create']>, false>;

const normalizeCreatePointers = (create: Create): Create => ({
  ...create,
  ...(create.unique ? { unique: create.unique.map(toPointer) } : {}),
  ...(create.overrides ? { overrides: keyByPointer(create.overrides) } : {}),
});

const keyByPointer = (values: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([member, value]) => [toPointer(member), value]));

const deriveName = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .at(-1) ?? path;
