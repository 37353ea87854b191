import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { Collection } from '../../model/service/subject.js';

type LifeCycle = Pick<Collection, 'states' | 'conflicts' | 'isPrivate'>;

/** The declared states, conflicts and visibility of the items of a resource. */
export const buildLifeCycle = (base: Collection, resource: DeclaredResource): LifeCycle => ({
  conflicts: resource.conflicts ?? base.conflicts,
  isPrivate: resource.private ?? base.isPrivate,
  ...buildStates(resource),
});

/** `pending: [paid]` only says that the second state may follow the first. */
function buildStates({ states }: DeclaredResource): Pick<Collection, 'states'> {
  if (states?.pointer === undefined) return {};
  const { pointer, initial, terminal = [], transitions = {} } = states;
  const led = Object.entries(transitions).map(([state, next]) => [state, Array.isArray(next) ? {} : next]);
  return {
    states: { pointer, ...(initial === undefined ? {} : { initial }), terminal, transitions: Object.fromEntries(led) },
  };
}
