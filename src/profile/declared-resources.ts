import type { Json } from '../model/json.js';
import type { DeclaredResource } from '../model/profile/profile.js';
import type { Problem } from '../model/profile/profile-error.js';
import type { ReadProfile } from './file/file-content.js';

/** A member name as a JSON Pointer; pointers stay as they are. */
export const pointerTo = (member: string): string =>
  member === '' || member.startsWith('/') ? member : `/${member.replaceAll('~', '~0')}`;

/** Completes the resources of a profile: names, places, and members as JSON Pointers. */
export function resourcesIn({ said, origin }: ReadProfile): { resources: DeclaredResource[]; problems: Problem[] } {
  const { source } = origin;
  const resources = (said.resources ?? []).map((resource, index) =>
    withPointers({
      ...resource,
      name: resource.name ?? nameOf(resource.collection),
      where: source.where(['resources', String(index)]),
    }),
  );
  const aimless = resources.flatMap(({ purge = [] }, index) =>
    purge.flatMap((step, i) =>
      JSON.stringify([step.path, step.body ?? null]).includes('{id}')
        ? []
        : [source.problem(['resources', String(index), 'purge', String(i)], aimlessPurge)],
    ),
  );
  const problems = resources.flatMap(({ name, collection }, index) => {
    const earlier = resources.slice(0, index);
    const twin =
      earlier.find((other) => other.name === name) ?? earlier.find((other) => other.collection === collection);
    if (!twin) return [];
    const what = twin.name === name ? `the name "${name}"` : `the collection ${collection}`;
    return [source.problem(['resources', String(index)], `${what} is taken by the resource at ${twin.where}`)];
  });
  return { resources, problems: [...aimless, ...problems] };
}

/** What names no thing would empty a whole bin, in which other things may be, too. */
const aimlessPurge = 'a step of a purge must name {id}, in its path or its body: only what the kit made may go';

function withPointers(resource: DeclaredResource): DeclaredResource {
  const { id, create, patch, marker, volatile, accessStatistics } = resource;
  return {
    ...resource,
    ...(id ? { id: { ...id, ...(id.mutableBy ? { mutableBy: id.mutableBy.map(pointerTo) } : {}) } } : {}),
    ...(create ? { create: withCreatePointers(create) } : {}),
    ...(!patch || patch.field === undefined ? {} : { patch: { ...patch, field: pointerTo(patch.field) } }),
    ...(marker ? { marker: { field: pointerTo(marker.field) } } : {}),
    ...(volatile ? { volatile: volatile.map(pointerTo) } : {}),
    ...(accessStatistics ? { accessStatistics: accessStatistics.map(pointerTo) } : {}),
  };
}

type Create = Exclude<NonNullable<DeclaredResource['create']>, false>;

const withCreatePointers = (create: Create): Create => ({
  ...create,
  ...(create.unique ? { unique: create.unique.map(pointerTo) } : {}),
  ...(create.overrides ? { overrides: byPointer(create.overrides) } : {}),
});

const byPointer = (values: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([member, value]) => [pointerTo(member), value]));

const nameOf = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .at(-1) ?? path;
