import type { KnownResource } from '../../model/service/declared-service.js';
import type { Collection } from '../../model/service/subject.js';

type LifeCycle = Pick<Collection, 'states' | 'conflicts' | 'isPrivate'>;

/** What a resource declares of the life of an item, of what conflicts with it, and of whom it is for. */
export const buildLifeCycle = (base: Collection, resource: KnownResource): LifeCycle => ({
  conflicts: resource.conflicts ?? base.conflicts,
  isPrivate: resource.private ?? base.isPrivate,
  ...buildStates(resource),
});

/** `pending: [paid]` says no more than that the one may follow the other. */
function buildStates({ states }: KnownResource): Pick<Collection, 'states'> {
  if (states?.pointer === undefined) return {};
  const { pointer, initial, terminal = [], transitions = {} } = states;
  const led = Object.entries(transitions).map(([state, next]) => [state, Array.isArray(next) ? {} : next]);
  return {
    states: { pointer, ...(initial === undefined ? {} : { initial }), terminal, transitions: Object.fromEntries(led) },
  };
}
