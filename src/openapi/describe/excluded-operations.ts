import type { DeclaredService } from '../../model/service/declared-service.js';
import { findSideEffectWord } from '../recognize/side-effect-words.js';
import { isQueryPath, renameIdParameter, trimPathSuffixes } from '../recognize/words.js';
import type { ClassifiedPaths, CollectionPaths } from './classify-paths.js';
import type { DescribedOperation } from './described-operation.js';

/** Roles without the actions that nobody vouched for, and why each operation that has no role is left alone. */
export interface RolesWithExclusions {
  readonly branches: readonly CollectionPaths[];
  readonly notes: readonly string[];
}

/** Leaves out actions that may act on the world outside of the service, unless the profile declares them; says what was left alone, and why. */
export function excludeOperations(
  all: readonly DescribedOperation[],
  { branches, others }: ClassifiedPaths,
  known: DeclaredService,
): RolesWithExclusions {
  const declared = new Set(
    known.resources.flatMap(({ actions = [] }) => actions.map(({ path }) => renameIdParameter(path))),
  );
  const isSpared = ({ path }: CollectionPaths['actions'][number]) =>
    findSideEffectWord(path, known.isLoopback) !== undefined && !declared.has(path);
  const spared = branches.flatMap(({ actions }) => actions.filter(isSpared));
  const places = buildPathSets(branches);
  const unusable = all.filter((one) => one.unusable !== undefined);
  const loose = others.filter((one) => one.unusable === undefined);
  return {
    branches: branches.map((branch) => ({ ...branch, actions: branch.actions.filter((one) => !isSpared(one)) })),
    notes: [
      ...unusable.map((one) => formatNote(one, isBulkRemoval(one, places) ? bulkReason : (one.unusable ?? ''))),
      ...spared.map(({ post, path }) => formatNote(post, explainSideEffect(path, known))),
      ...loose.map((one) => formatNote(one, explainExclusion(one, places, known))),
      ...branches.flatMap(({ create, replace }) =>
        !create && replace?.operation.statuses.includes(201)
          ? [`${formatTitle(replace)}: not tried as a creation: it may make an item under an id of the caller's choice`]
          : [],
      ),
    ],
  };
}

const formatTitle = ({ operation, path }: DescribedOperation): string => `${operation.method} ${path}`;
const formatNote = (described: DescribedOperation, reason: string): string =>
  `${formatTitle(described)}: not looked at: ${reason}`;

const explainSideEffect = (path: string, { isLoopback }: DeclaredService): string =>
  `"${findSideEffectWord(path, isLoopback)}" may act on the outside world; declare it under resources to have it looked at`;

/** Paths of collections and of items, to be found at once. */
interface PathSets {
  readonly collections: ReadonlySet<string>;
  readonly items: ReadonlySet<string>;
}

const buildPathSets = (branches: readonly CollectionPaths[]): PathSets => ({
  collections: new Set(branches.map(({ path }) => trimPathSuffixes(path))),
  items: new Set(branches.flatMap(({ itemPath }) => (itemPath === undefined ? [] : [trimPathSuffixes(itemPath)]))),
});

function explainExclusion(described: DescribedOperation, places: PathSets, known: DeclaredService): string {
  const { path, operation } = described;
  const { method } = operation;
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  if (!isRead && findSideEffectWord(path, known.isLoopback) !== undefined) return explainSideEffect(path, known);
  if (isBulkRemoval(described, places)) return bulkReason;
  if (method === 'POST' && isQueryPath(path)) return 'asks for something, and makes nothing';
  if (method === 'POST' && places.items.has(trimPathSuffixes(renameIdParameter(path)))) {
    return 'a POST on an item may be an update in part, and no clause is about that';
  }
  return 'no part of a collection';
}

const bulkReason = 'may remove many items at once';

const isBulkRemoval = ({ path, operation: { method } }: DescribedOperation, { collections }: PathSets): boolean =>
  method === 'DELETE' && collections.has(trimPathSuffixes(path));
