import type { Client } from '../http/exchange.js';
import type { Json } from '../model/json.js';
import type { Known } from '../model/service/declared-service.js';
import { beliefIn, believing, fact } from '../model/service/facts.js';
import { ownId } from '../model/service/item-id.js';
import type { Operation } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import { isTemplated } from '../openapi/recognize/words.js';
import { isSecuredBy } from './declared/service-settings.js';
import { bareEntry } from './items/unwrap-item.js';
import { sideBySide } from './parallel-requests.js';
import type { Seen } from './references/resolve-parents.js';

/** Most collections that are asked for without credentials. */
const most = 5;

/**
 * Asks for lists, and for an item of those that are refused, without credentials. That is done where credentials go with
 * every request, and nothing says whether they are needed. What a creation asks for is left open: many services let
 * everybody send what only some may see.
 */
export async function withGuards(all: readonly Seen[], known: Known, client: Client): Promise<Collection[]> {
  const canAsk = known.hasCredential && known.callers?.none !== undefined;
  const open = canAsk ? all.filter((one) => isUnsaid(one, known)).slice(0, most) : [];
  const asked = new Map<Seen, Collection>();
  await sideBySide(open, async (one) => asked.set(one, await guarded(one, client)));
  return all.map((one) => asked.get(one) ?? one.collection);
}

const isUnsaid = ({ collection }: Seen, known: Known): boolean =>
  collection.list !== undefined &&
  !isTemplated(collection.path) &&
  beliefIn(collection, 'entries') !== undefined &&
  isSecuredBy(collection, known) === undefined;

async function guarded({ collection, entries }: Seen, client: Client): Promise<Collection> {
  const { list, path } = collection;
  const ofList = await asNobody(path, client);
  if (ofList === undefined) return collection;
  const { isRefused, status } = ofList;
  const evidence = `GET ${path} without credentials: ${status}`;
  const said = {
    ...collection,
    ...(list && { list: { ...list, secured: isRefused } }),
    facts: believing(collection.facts, [fact('secured', isRefused, 'observed', evidence)]),
  };
  if (!isRefused) return said;
  const itemUrl = urlOf(collection, entries);
  const ofItem = itemUrl === undefined ? undefined : await asNobody(itemUrl, client);
  return ofItem === undefined ? said : { ...said, ...onItem(collection, ofItem.isRefused) };
}

interface Answered {
  readonly isRefused: boolean;
  readonly status: number;
}

/** Undefined where the answer says neither that credentials are needed nor that they are not. */
async function asNobody(path: string, client: Client): Promise<Answered | undefined> {
  const { answer } = await client.send({ method: 'GET', path, role: 'survey', as: 'none' });
  const status = answer?.status ?? 0;
  const isRefused = status === 401 || status === 403;
  return isRefused || status === 200 ? { isRefused, status } : undefined;
}

/** Who may not see an item may not change it. */
function onItem({ read, replace, patch, remove }: Collection, isRefused: boolean): Partial<Collection> {
  const guardedOne = (operation: Operation) => ({ ...operation, secured: isRefused });
  if (!isRefused) return read ? { read: guardedOne(read) } : {};
  return {
    ...(read && { read: guardedOne(read) }),
    ...(replace && { replace: guardedOne(replace) }),
    ...(patch && { patch: guardedOne(patch) }),
    ...(remove && { remove: guardedOne(remove) }),
  };
}

function urlOf({ read, itemPath, id }: Collection, [first]: readonly Json[]): string | undefined {
  const own = first === undefined ? undefined : ownId(bareEntry(first), id.pointer);
  if (!read || own === undefined) return undefined;
  return itemPath?.replace(/\{[^}]+\}/, encodeURIComponent(own));
}
