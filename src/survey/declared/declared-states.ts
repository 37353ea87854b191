import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { Collection } from '../../model/service/subject.js';

/** The declared states, conflicts, visibility, filters and conditions of the items of a resource. */
export const buildLifeCycle = (base: Collection, resource: DeclaredResource) => ({
  conflicts: resource.conflicts ?? base.conflicts,
  isPrivate: resource.private ?? base.isPrivate,
  ...buildStates(resource),
  ...(resource.filters && { filters: resource.filters }),
  ...(resource.sorting && { sorting: resource.sorting }),
  ...(resource.ranges && { ranges: resource.ranges }),
  ...(resource.idempotency && {
    idempotency: { in: 'header', format: 'raw', required: false, ...resource.idempotency } as const,
  }),
  ...(typeof resource.patch === 'object' && resource.patch.invalid ? { invalidPatches: resource.patch.invalid } : {}),
  ...(isIfMatchRequired(base, resource) && { isIfMatchRequired: true }),
});

/** `pending: [paid]` only says that the second state may follow the first. */
function buildStates({ states }: DeclaredResource): Pick<Collection, 'states'> {
  if (states?.pointer === undefined) return {};
  const { pointer, initial, terminal = [], transitions = {}, setBy, locked, lockedChildren } = states;
  const led = Object.entries(transitions).map(
    ([state, next]) => [state, toMap<string>(Array.isArray(next) ? {} : (next as Record<string, string>))] as const,
  );
  const next = Object.entries(transitions).filter(([, one]) => Array.isArray(one)) as [string, string[]][];
  return {
    states: {
      pointer,
      ...(initial === undefined ? {} : { initial }),
      terminal,
      transitions: toMap(Object.fromEntries(led)),
      ...(next.length > 0 && { next: toMap(Object.fromEntries(next)) }),
      ...(setBy && { setBy }),
      ...(locked && { locked: toMap(locked) }),
      ...(lockedChildren && { lockedChildren }),
    },
  };
}

/** A state or an action may have a name that every object inherits, such as `constructor`. */
const toMap = <T>(from: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), from);

/** Declared, or described: the document lists 428 for a write of the item. */
const isIfMatchRequired = (base: Collection, { ifMatch }: DeclaredResource): boolean =>
  ifMatch === undefined ? base.isIfMatchRequired === true : ifMatch === 'required';
