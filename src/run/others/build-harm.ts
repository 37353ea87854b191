import { isObject, type Json } from '../../model/json.js';
import type { HarmedItem } from '../../model/result/harm.js';
import type { Collection } from '../../model/service/subject.js';
import type { Loss } from './find-losses.js';
import type { SentWrite } from './sent-write.js';

/** Names what the run harmed: the item, the request after which it was seen, and the request that would restore it. */
export function buildHarm(
  collection: Collection,
  { is, path, before, members }: Loss,
  suspects: Suspects,
  file: string | undefined,
): HarmedItem {
  const restore = buildRestoration(collection, { is, path, before, members });
  return {
    collection: collection.name,
    url: path ?? collection.path,
    is: is === 'missing' ? 'gone' : 'changed',
    ...(is === 'changed' && { members: members.map((name) => `/${name}`) }),
    after: describeSuspects(collection, suspects),
    ...(file !== undefined && { contents: file }),
    ...(restore && { restore }),
  };
}

/** The write after which lists were compared, and all since they were compared before. */
export interface Suspects {
  readonly after: SentWrite | undefined;
  readonly all: readonly SentWrite[];
}

/** A comparison follows the first write of each kind, so that is the likeliest one. */
function describeSuspects({ path: list }: Collection, { after, all }: Suspects): string {
  const likeliest = after ?? all.findLast(({ path }) => path.startsWith(list)) ?? all.at(-1);
  if (likeliest === undefined) return 'a request that should change nothing';
  const { method, path, n } = likeliest;
  const others = all.filter((one) => one.n !== n).length;
  const rest = others === 0 ? '' : `, or one of ${others} other writes since exchange ${all[0]?.n}`;
  return `${method} ${path} (exchange ${n})${rest}`;
}

function buildRestoration(
  { create, replace, patch, path: list, creation }: Collection,
  { is, path, before, members }: Pick<Loss, 'is' | 'path' | 'before' | 'members'>,
): HarmedItem['restore'] {
  if (!isObject(before)) return undefined;
  if (is === 'changed' && path !== undefined && patch !== undefined)
    return { method: 'PATCH', url: path, body: pick(before, members) };
  if (path !== undefined && replace !== undefined) return { method: 'PUT', url: path, body: before };
  return is === 'missing' && create !== undefined
    ? { method: create.method, url: creation?.path ?? list, body: before }
    : undefined;
}

const pick = (item: Readonly<Record<string, Json>>, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
