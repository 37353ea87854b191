import type { Known } from '../../model/service/declared-service.js';
import { dangerIn } from '../recognize/side-effect-words.js';
import { bared, isQuestion, withId } from '../recognize/words.js';
import type { Branch, Roles } from './classify-paths.js';
import type { Described } from './described-operation.js';

/** Roles without the actions that nobody vouched for, and why each operation that has no role is left alone. */
export interface Spared {
  readonly branches: readonly Branch[];
  readonly notes: readonly string[];
}

/** Leaves out actions that may act on the world outside of the service, unless the profile declares them; says what was left alone, and why. */
export function sparing(all: readonly Described[], { branches, others }: Roles, known: Known): Spared {
  const declared = new Set(known.resources.flatMap(({ actions = [] }) => actions.map(({ path }) => withId(path))));
  const isSpared = ({ path }: Branch['actions'][number]) =>
    dangerIn(path, known.isLoopback) !== undefined && !declared.has(path);
  const spared = branches.flatMap(({ actions }) => actions.filter(isSpared));
  const places = placesOf(branches);
  const unusable = all.filter((one) => one.unusable !== undefined);
  const loose = others.filter((one) => one.unusable === undefined);
  return {
    branches: branches.map((branch) => ({ ...branch, actions: branch.actions.filter((one) => !isSpared(one)) })),
    notes: [
      ...unusable.map((one) => note(one, isBulkRemoval(one, places) ? bulk : (one.unusable ?? ''))),
      ...spared.map(({ post, path }) => note(post, outsideOf(path, known))),
      ...loose.map((one) => note(one, reasonFor(one, places, known))),
      ...branches.flatMap(({ create, replace }) =>
        !create && replace?.operation.statuses.includes(201)
          ? [`${titleOf(replace)}: not tried as a creation: it may make an item under an id of the caller's choice`]
          : [],
      ),
    ],
  };
}

const titleOf = ({ operation, path }: Described): string => `${operation.method} ${path}`;
const note = (described: Described, reason: string): string => `${titleOf(described)}: not looked at: ${reason}`;

const outsideOf = (path: string, { isLoopback }: Known): string =>
  `"${dangerIn(path, isLoopback)}" may act on the outside world; declare it under resources to have it looked at`;

/** Paths of collections and of items, to be found at once. */
interface Places {
  readonly collections: ReadonlySet<string>;
  readonly items: ReadonlySet<string>;
}

const placesOf = (branches: readonly Branch[]): Places => ({
  collections: new Set(branches.map(({ path }) => bared(path))),
  items: new Set(branches.flatMap(({ itemPath }) => (itemPath === undefined ? [] : [bared(itemPath)]))),
});

function reasonFor(described: Described, places: Places, known: Known): string {
  const { path, operation } = described;
  const { method } = operation;
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  if (!isRead && dangerIn(path, known.isLoopback) !== undefined) return outsideOf(path, known);
  if (isBulkRemoval(described, places)) return bulk;
  if (method === 'POST' && isQuestion(path)) return 'asks for something, and makes nothing';
  if (method === 'POST' && places.items.has(bared(withId(path)))) {
    return 'a POST on an item may be an update in part, and no clause is about that';
  }
  return 'no part of a collection';
}

const bulk = 'may remove many items at once';

const isBulkRemoval = ({ path, operation: { method } }: Described, { collections }: Places): boolean =>
  method === 'DELETE' && collections.has(bared(path));
