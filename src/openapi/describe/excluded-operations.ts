import type { DeclaredService } from '../../model/service/declared-service.js';
import { findSideEffectWord, isEffectAllowed, nameEffectFlag } from '../recognize/side-effect-words.js';
import { isQueryPath, renameIdParameter, trimPathSuffixes } from '../recognize/words.js';
import type { ClassifiedPaths, CollectionPaths } from './classify-paths.js';
import type { DescribedOperation } from './described-operation.js';

/** Excludes actions with possible effects outside the service, unless the profile declares them; notes the reasons. */
export function excludeOperations(
  all: readonly DescribedOperation[],
  { branches, others }: ClassifiedPaths,
  known: DeclaredService,
) {
  const declared = new Set(
    known.resources.flatMap(({ actions = [] }) => actions.map(({ path }) => renameIdParameter(path))),
  );
  const isSpared = ({ post, path }: CollectionPaths['actions'][number]) =>
    findSideEffectWord(path, known.isLoopback) !== undefined &&
    !declared.has(path) &&
    !isEffectAllowed({ method: post.operation.method, path }, known);
  const spared = branches.flatMap(({ actions }) => actions.filter(isSpared));
  const places = {
    collections: new Set(branches.map(({ path }) => trimPathSuffixes(path))),
    items: new Set(branches.flatMap(({ itemPath }) => (itemPath === undefined ? [] : [trimPathSuffixes(itemPath)]))),
  };
  const unusable = all.filter((one) => one.unusable !== undefined);
  const loose = others.filter((one) => one.unusable === undefined);
  return {
    branches: branches.map((branch) => ({ ...branch, actions: branch.actions.filter((one) => !isSpared(one)) })),
    notes: [
      ...unusable.map((one) => formatNote(one, isBulkRemoval(one, places) ? bulkReason : (one.unusable ?? ''))),
      ...spared.map(({ post, path }) =>
        formatNote(
          post,
          explainSideEffect(path, known, `use ${nameEffectFlag({ method: post.operation.method, path })}`),
        ),
      ),
      ...loose.flatMap((one) => {
        const why = explainExclusion(one, places, known);
        return why === undefined ? [] : [formatNote(one, why)];
      }),
      ...branches.flatMap(({ create, replace }) =>
        !create && replace?.operation.statuses.includes(201)
          ? [
              `${formatTitle(replace)}: not tested as a creation: it may create an item under an id that the client chooses`,
            ]
          : [],
      ),
    ],
  };
}

const formatTitle = ({ operation, path }: DescribedOperation): string => `${operation.method} ${path}`;
const formatNote = (described: DescribedOperation, reason: string): string =>
  `${formatTitle(described)}: not checked: ${reason}`;

const explainSideEffect = (
  path: string,
  { isLoopback }: DeclaredService,
  advice = 'declare it under resources',
): string => `"${findSideEffectWord(path, isLoopback)}" may cause effects outside the service; to check it, ${advice}`;

/** Paths of collections and of items, as sets for fast lookups. */
interface PathSets {
  readonly collections: ReadonlySet<string>;
  readonly items: ReadonlySet<string>;
}

/** Why an operation is excluded; undefined for one that is checked by itself, as it belongs to no collection. */
function explainExclusion(described: DescribedOperation, places: PathSets, known: DeclaredService): string | undefined {
  const { path, operation } = described;
  const { method } = operation;
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  if (!isRead && findSideEffectWord(path, known.isLoopback) !== undefined) return explainSideEffect(path, known);
  if (isBulkRemoval(described, places)) return bulkReason;
  if (method === 'POST' && isQueryPath(path)) return 'it computes something and creates no item';
  if (method === 'POST' && places.items.has(trimPathSuffixes(renameIdParameter(path)))) {
    return 'a POST on an item may do anything, and no clause covers it';
  }
  return undefined;
}

const bulkReason = 'may remove many items at once';

const isBulkRemoval = ({ path, operation: { method } }: DescribedOperation, { collections }: PathSets): boolean =>
  method === 'DELETE' && collections.has(trimPathSuffixes(path));
