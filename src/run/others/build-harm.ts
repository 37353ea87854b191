import type { KeptFile } from '../../ledger/kept-items.js';
import type { Method } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { HarmedItem } from '../../model/result/harm.js';
import type { Collection } from '../../model/service/subject.js';
import { wrapSent } from '../content/envelope.js';
import type { CompareListsOptions } from './compare-lists.js';
import { type CompareOptions, type Loss, listWrittenMembers } from './find-losses.js';
import type { SentWrite } from './sent-write.js';

/** Names what the run harmed: the item, the request after which it was seen, and the request that would restore it. */
export function buildHarm(
  collection: Collection,
  { is, path, before, members }: Loss,
  suspects: Suspects,
  { kept, document, getAccepted }: CompareListsOptions & { readonly kept: Pick<KeptFile, 'path'> | undefined },
): HarmedItem {
  const file = kept?.path;
  const written = listWrittenMembers(collection, document, getAccepted(collection.name));
  const restore = buildRestoration(collection, { is, path, before, members }, written);
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
  const first = Math.min(...all.map((one) => one.n));
  const rest = others === 0 ? '' : `, or one of ${others} other writes since exchange ${first}`;
  return `${method} ${path} (exchange ${n})${rest}`;
}

/** A request with what clients write of an item, as a client sends it. */
function buildRestoration(
  collection: Collection,
  { is, path, before, members }: Pick<Loss, 'is' | 'path' | 'before' | 'members'>,
  written: CompareOptions['written'],
): HarmedItem['restore'] {
  const { create, replace, patch, path: list, creation } = collection;
  if (!isObject(before)) return undefined;
  const own = (name: string) => typeof written === 'string' || written.has(name);
  const wrap = (method: Method, url: string, json: Json) => ({
    method,
    url,
    body: wrapSent(collection, { method, path: url }, json),
  });
  const content = pick(before, own);
  if (is === 'changed' && path !== undefined && patch !== undefined)
    return wrap('PATCH', path, typeof written === 'string' ? pick(before, (name) => members.includes(name)) : content);
  if (
    path !== undefined &&
    replace !== undefined &&
    (is === 'changed' || create === undefined || creation?.isNamed === true)
  )
    return wrap('PUT', path, content);
  return is === 'missing' && create !== undefined ? wrap(create.method, creation?.path ?? list, content) : undefined;
}

const pick = (item: Readonly<Record<string, Json>>, isWanted: (name: string) => boolean): Json =>
  Object.fromEntries(Object.entries(item).filter(([name]) => isWanted(name)));
