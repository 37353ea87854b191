import type { Json, JsonObject } from '../../rule/index.js';
import { readPage } from '../page.js';
import { nounOf, trimmed, withId } from '../words.js';
import type { Described } from './operations.js';

/** A path that looks like a collection, with everything that stands at and below it. */
export interface Branch {
  readonly path: string;
  readonly itemPath?: string;
  /** Name of the path parameter that holds the id. */
  readonly parameter?: string;
  readonly list?: Described;
  readonly create?: Described;
  readonly read?: Described;
  readonly head?: Described;
  readonly replace?: Described;
  readonly patch?: Described;
  readonly remove?: Described;
  readonly actions: readonly {
    readonly name: string;
    readonly path: string;
    readonly post: Described;
    readonly get?: Described;
  }[];
}

/** The collections of a document, and the operations that belong to none. */
export interface Roles {
  readonly branches: readonly Branch[];
  readonly others: readonly Described[];
}

type Paths = ReadonlyMap<string, readonly Described[]>;

/** Finds out which paths are collections, items and actions. */
export function rolesIn(document: JsonObject, operations: readonly Described[]): Roles {
  const paths = byPath(operations);
  const candidates = [...paths.keys()].filter((path) => !endsInParameter(path));
  const branches = candidates.flatMap((path) => branchAt(document, path, paths) ?? []);
  const taken = new Set(branches.flatMap((branch) => Object.values(branch).flatMap(describedIn)));
  return { branches, others: operations.filter(({ evidence }) => !taken.has(evidence)) };
}

function byPath(operations: readonly Described[]): Paths {
  const paths = new Map<string, Described[]>();
  for (const described of operations) {
    const path = trimmed(described.path);
    paths.set(path, [...(paths.get(path) ?? []), described]);
  }
  return paths;
}

function branchAt(document: JsonObject, path: string, paths: Paths): Branch | undefined {
  const itemPath = itemPathOf(path, paths);
  const list = at(paths, path, 'GET');
  const create = at(paths, path, 'POST');
  const reading = list && readPage(document, list.operation.response?.schema as Json | undefined, nounOf(path));
  const isPage = typeof reading === 'object';
  if (!isPage && !(itemPath !== undefined && (create || reading === 'unknown'))) return undefined;
  if (itemPath === undefined) return clean({ path: (list ?? create)?.path ?? path, list, create, actions: [] });
  const on = (method: string) => at(paths, itemPath, method);
  return clean({
    path: (list ?? create)?.path ?? path,
    itemPath: withId(paths.get(itemPath)?.[0]?.path ?? itemPath),
    parameter: /\{([^}]+)\}$/.exec(itemPath)?.[1],
    list,
    create,
    read: on('GET'),
    head: on('HEAD'),
    replace: on('PUT'),
    patch: on('PATCH'),
    remove: on('DELETE'),
    actions: actionsUnder(document, itemPath, paths),
  });
}

/** The item path below a collection; of several the one with most methods. */
function itemPathOf(path: string, paths: Paths): string | undefined {
  const below = [...paths.keys()].filter(
    (other) => other.startsWith(`${path}/`) && /^\{[^}]+\}$/.test(other.slice(path.length + 1)),
  );
  return below.sort((a, b) => (paths.get(b)?.length ?? 0) - (paths.get(a)?.length ?? 0))[0];
}

function actionsUnder(document: JsonObject, itemPath: string, paths: Paths): Branch['actions'] {
  return [...paths.keys()].flatMap((path) => {
    const name = path.startsWith(itemPath) ? /^[/:]([^/{}:]+)$/.exec(path.slice(itemPath.length))?.[1] : undefined;
    const post = name === undefined ? undefined : at(paths, path, 'POST');
    const get = at(paths, path, 'GET');
    if (name === undefined || !post || post.unusable || itemPathOf(path, paths)) return [];
    if (get && typeof readPage(document, get.operation.response?.schema as Json | undefined, name) === 'object')
      return [];
    return [{ name, path: withId(post.path), post: placed(post), ...(get ? { get: placed(get) } : {}) }];
  });
}

function at(paths: Paths, path: string, method: string): Described | undefined {
  return paths.get(path)?.find(({ operation }) => operation.method === method);
}

const placed = (described: Described): Described => ({
  ...described,
  operation: { ...described.operation, path: withId(described.path) },
});

const itemRoles = ['read', 'head', 'replace', 'patch', 'remove'] as const;

function clean(branch: { [K in keyof Branch]: Branch[K] | undefined }): Branch {
  const onItem = itemRoles.map((role) => [role, branch[role] && placed(branch[role])] as const);
  const all = Object.entries({ ...branch, ...Object.fromEntries(onItem) });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as unknown as Branch;
}

const endsInParameter = (path: string): boolean => path.endsWith('}');

function describedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(describedIn);
  if (typeof value !== 'object' || value === null) return [];
  const { evidence, post, get } = value as { evidence?: string; post?: Described; get?: Described };
  return [evidence, post?.evidence, get?.evidence].filter((found): found is string => found !== undefined);
}
