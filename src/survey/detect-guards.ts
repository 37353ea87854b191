import type { Client } from '../http/exchange.js';
import type { Json } from '../model/json.js';
import type { DeclaredService } from '../model/service/declared-service.js';
import { readItemId } from '../model/service/item-id.js';
import { createFact, findFact, type Operation, replaceFacts } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import { isTemplated } from '../openapi/recognize/words.js';
import { isSecuredCollection } from './declared/service-settings.js';
import { flattenResourceObject } from './items/unwrap-item.js';
import { mapConcurrently } from './parallel-requests.js';
import type { CollectionEntries } from './references/collection-index.js';

/** Maximum number of collections that are requested without credentials. */
const maxGuardChecks = 5;

/**
 * Requests lists, and an item of those that are refused, without credentials. This is done when credentials are sent
 * with every request and nothing says whether they are required. For creations it stays open, because many services
 * accept anonymous writes to protected lists.
 */
export async function detectGuards(all: readonly CollectionEntries[], known: DeclaredService, client: Client) {
  const canAsk = known.hasCredential && known.callers?.none !== undefined;
  const open = canAsk ? all.filter((one) => isSecurityUnknown(one, known)).slice(0, maxGuardChecks) : [];
  const asked = new Map<CollectionEntries, Collection>();
  await mapConcurrently(open, async (one) => asked.set(one, await checkGuard(one, client)));
  return all.map((one) => asked.get(one) ?? one.collection);
}

const isSecurityUnknown = ({ collection }: CollectionEntries, known: DeclaredService): boolean =>
  collection.list !== undefined &&
  !isTemplated(collection.path) &&
  findFact(collection, 'entries') !== undefined &&
  isSecuredCollection(collection, known) === undefined;

async function checkGuard({ collection, entries }: CollectionEntries, client: Client): Promise<Collection> {
  const { list, path } = collection;
  const ofList = await requestWithoutCredentials(path, client);
  if (ofList === undefined) return collection;
  const { isRefused, status } = ofList;
  const evidence = `GET ${path} without credentials: ${status}`;
  const said = {
    ...collection,
    ...(list && { list: { ...list, secured: isRefused } }),
    facts: replaceFacts(collection.facts, [createFact('secured', isRefused, 'observed', evidence)]),
  };
  if (!isRefused) return said;
  const itemUrl = buildItemUrl(collection, entries);
  const ofItem = itemUrl === undefined ? undefined : await requestWithoutCredentials(itemUrl, client);
  return ofItem === undefined ? said : { ...said, ...secureItemOperations(collection, ofItem.isRefused) };
}

/** Undefined when the response does not show whether credentials are required. */
async function requestWithoutCredentials(path: string, client: Client) {
  const { answer } = await client.send({ method: 'GET', path, role: 'survey', as: 'none' });
  const status = answer?.status ?? 0;
  const isRefused = status === 401 || status === 403;
  return isRefused || status === 200 ? { isRefused, status } : undefined;
}

/** If reading an item requires credentials, so does changing it. */
function secureItemOperations({ read, replace, patch, remove }: Collection, isRefused: boolean): Partial<Collection> {
  const guardedOne = (operation: Operation) => ({ ...operation, secured: isRefused });
  if (!isRefused) return read ? { read: guardedOne(read) } : {};
  return {
    ...(read && { read: guardedOne(read) }),
    ...(replace && { replace: guardedOne(replace) }),
    ...(patch && { patch: guardedOne(patch) }),
    ...(remove && { remove: guardedOne(remove) }),
  };
}

function buildItemUrl(collection: Collection, [first]: readonly Json[]): string | undefined {
  const { read, itemPath } = collection;
  const own = first === undefined ? undefined : readItemId(flattenResourceObject(first), collection);
  if (!read || own === undefined) return undefined;
  return itemPath?.replace(/\{[^}]+\}/, encodeURIComponent(own));
}
