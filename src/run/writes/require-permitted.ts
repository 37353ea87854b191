import type { LedgerScope } from '../../ledger/entry.js';
import { UnsentError } from '../../limits/request-meter.js';
import type { Method } from '../../model/exchange.js';
import { findFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { matchPathTemplate } from '../items/item-address.js';

/**
 * Ends the case when an unsafe request is about an item that existed before the run, or about anything below it,
 * whichever rule wants to send it. Throws {@link UnsentError} with the cause `setup`.
 */
export function requireOwnItem(
  collection: Collection,
  order: { readonly method: Method; readonly path: string },
  ledger: Pick<LedgerScope, 'listEntries' | 'isForeign'>,
): void {
  const template = (collection.itemPath ?? `${collection.path}/{id}`).split('/');
  const path = (order.path.split('?')[0] ?? '').split('/').slice(0, template.length).join('/');
  const id = readLastParameter(template.join('/'), path);
  if (id === undefined || !(ledger.isForeign(path) || getExistingIds(collection).has(id))) return;
  if (ledger.listEntries().some((entry) => entry.path === path)) return;
  throw new UnsentError('setup', `${order.method} ${order.path} is not sent: the item there is not one of this run`);
}

/** Existing ids by list, because a set costs as much as all comparisons of one request. */
const existingIds = new WeakMap<readonly string[], ReadonlySet<string>>();

function getExistingIds({ standing = [] }: Collection): ReadonlySet<string> {
  const known = existingIds.get(standing) ?? new Set(standing);
  existingIds.set(standing, known);
  return known;
}

const readLastParameter = (template: string, path: string): string | undefined => {
  const filling = matchPathTemplate(template, path);
  return filling === undefined ? undefined : Object.values(filling).at(-1);
};

/** The members of a profile with which a method of items can be switched off, and the facts about them. */
const switches: Partial<Record<Method, { readonly about: string; readonly key: string }>> = {
  PUT: { about: 'replace', key: 'replace' },
  PATCH: { about: 'patch', key: 'patch' },
  DELETE: { about: 'remove', key: 'delete' },
};

/**
 * Ends the case when the profile switches this method off (`replace: false`, `patch: false`, `delete: false`, `create:
 * false`), whichever rule wants to send it. Throws {@link UnsentError} with the cause `setup`.
 */
export function requirePermitted(collection: Collection, order: { readonly method: Method; readonly path: string }) {
  const path = order.path.split('?')[0] ?? '';
  const isList = path === collection.path;
  const isItem = matchPathTemplate(collection.itemPath ?? `${collection.path}/{id}`, path) !== undefined;
  const off =
    order.method === 'POST' && isList
      ? { about: 'create', key: 'create' }
      : isItem
        ? switches[order.method]
        : undefined;
  if (off === undefined) return;
  const fact = findFact(collection, off.about);
  if (fact?.value !== false || fact.provenance !== 'declared') return;
  throw new UnsentError(
    'setup',
    `${order.method} is not sent: the profile declares ${off.key}: false for ${collection.name}`,
  );
}
