import type { ClientRequest } from '../../http/exchange.js';
import { UnsentError } from '../../limits/request-meter.js';
import type { Collection } from '../../model/service/subject.js';
import { unwrapSent } from '../content/envelope.js';
import { readIdAsText } from '../items/item-address.js';
import type { Route } from '../passive/route-table.js';
import { readSentObject } from './content-kind.js';
import { listOthers, type ReadOthersContext, readItem } from './read-others.js';

export interface OwnAddressesContext extends ReadOthersContext {
  /** Whether the run created an item at a path. */
  readonly hasCreated: (path: string) => boolean;
}

/** Finds out, once, what is at an address that the run did not create, before something is written there. */
export function createOwnAddresses(context: OwnAddressesContext) {
  const read = new Map<string, Promise<boolean>>();
  return {
    /** Rejects with {@link UnsentError} where GET shows an item that the run did not create, at the address itself or at the one that
     * the content would get by its id: not every list shows all items. */
    require(request: ClientRequest, route: Route, collection: Collection): Promise<void> | undefined {
      const { method, path } = request;
      const address = route.id === undefined ? findNewAddress(request, collection) : readItemPath(path, route.id);
      if (address === undefined || hasMarker(address) || context.hasCreated(address)) return undefined;
      const isOfOthers = read.get(address) ?? showsOthers(collection, address, context);
      read.set(address, isOfOthers);
      return isOfOthers.then((isTaken) => {
        if (!isTaken) return;
        throw new UnsentError('setup', `${method} ${path} is not sent: the item there is not one of this run`);
      });
    },
  };
}

export type OwnAddresses = ReturnType<typeof createOwnAddresses>;

/** No item of others has an id with the marker of a run. An id that only looks random may be that of any item. */
const hasMarker = (address: string): boolean => /\/[^/]*assay-[0-9a-f]{8}-[^/]*$/i.test(address);

/** The address that a new item would have by the id in its content. */
function findNewAddress(request: ClientRequest, collection: Collection): string | undefined {
  const { itemPath = '', path: list } = collection;
  const sent = unwrapSent(readSentObject(request), collection);
  const id = request.method === 'POST' ? readIdAsText(collection, sent) : undefined;
  if (id === undefined || !itemPath.startsWith(`${list}/`)) return undefined;
  const below = itemPath.slice(list.length).replace(/\{[^}]+\}/, encodeURIComponent(id));
  return `${request.path.split('?')[0]}${below}`;
}

/** The path of the item in that of an action on it. */
function readItemPath(path: string, id: string): string {
  const plain = path.split(/[?#]/)[0] ?? '';
  const end = `${plain}/`.lastIndexOf(`/${id}/`);
  return end < 0 ? plain : plain.slice(0, end + 1 + id.length);
}

/** An error with status 200 is no item. */
async function showsOthers(collection: Collection, path: string, context: ReadOthersContext): Promise<boolean> {
  const { is, json } = await readItem(collection, path, context);
  if (is !== 'shown' || json === undefined || readIdAsText(collection, json) === undefined) return false;
  return listOthers(collection, [json]).length > 0;
}
