import type { Ledger } from '../../ledger/entry.js';
import { answered, type Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { idPlacesIn, ownId } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import type { Creation } from '../../rule/items.js';
import type { Wire } from '../tools/case-client.js';
import { enveloped } from '../tools/envelope.js';
import { byId } from '../tools/item-address.js';

/** Most members of what was made that are tried as its id. */
const most = 4;

/** A thing, and the answer to its creation. */
export type Made = Pick<Creation, 'item' | 'exchange'>;

/** A collection whose items are found by another member than was believed, and what there is to say about it. */
export interface Readdressed {
  readonly collection: Collection;
  readonly note: string;
}

/**
 * Finds what was made where it is not at the address that its id gives: by another member of the answer to its creation.
 * The ledger learns the right addresses, for nothing is removed by a wrong one. Items stand at `itemPath`. Undefined where it is found, where nobody
 * finds it, and where the id was declared.
 */
export async function readdress(
  collection: Collection,
  itemPath: string | undefined,
  made: readonly Made[],
  { wire, ledger }: { readonly wire: Wire; readonly ledger: Ledger },
): Promise<Readdressed | undefined> {
  const first = made.find(({ item }) => item !== undefined);
  const shown = first?.exchange.answer?.json;
  const believed = ownId(shown, collection.id.pointer);
  const places = idPlacesIn(shown, nounOf(collection)).filter((place) => ownId(shown, place) !== believed);
  if (!first?.item || !canBeCorrected(collection) || believed === undefined || places.length === 0) return undefined;
  const placed = { ...collection, ...(itemPath !== undefined && { itemPath }) };
  const missing = await first.item.getUntil((exchange) => answered(exchange, 200));
  if (!answered(missing, 404, 400)) return undefined;
  for (const place of places.slice(0, most)) {
    const found = await foundBy(placed, place, shown, wire);
    if (!found) continue;
    for (const creation of made) correctLine(placed, place, creation, ledger);
    return corrected(collection, place, missing, found);
  }
  return undefined;
}

/** What was declared is left as it is. */
const canBeCorrected = ({ read, facts }: Collection): boolean =>
  read !== undefined && !facts.some(({ about, provenance }) => about === 'id' && provenance === 'declared');

const nounOf = ({ path }: Collection): string => path.split('/').filter(Boolean).at(-1) ?? '';

/** GET at the address that this member gives, where it is answered with what was made. */
async function foundBy(
  collection: Collection,
  place: string,
  shown: Json | undefined,
  wire: Wire,
): Promise<Exchange | undefined> {
  const id = ownId(shown, place);
  const address = id === undefined ? undefined : byId(collection, String(id));
  if (!address) return undefined;
  const exchange = await enveloped(wire, collection).send({ method: 'GET', path: address.path, role: 'control' });
  const own = ownId(exchange.answer?.json, place);
  return answered(exchange, 200) && own !== undefined && String(own) === address.id ? exchange : undefined;
}

/** Its line in the ledger names it by the right address from now on. */
function correctLine(collection: Collection, place: string, { item, exchange }: Made, ledger: Ledger): void {
  const id = ownId(exchange.answer?.json, place);
  const address = id === undefined ? undefined : byId(collection, String(id));
  const line = ledger.standing().find(({ path }) => path !== undefined && path === item?.path);
  if (address && line) ledger.made(line, address.path);
}

function corrected(collection: Collection, pointer: string, missing: Exchange, found: Exchange): Readdressed {
  const { name, id, facts } = collection;
  const evidence = `${found.method} ${found.path}`;
  const fact = { about: 'id', value: pointer, provenance: 'observed' as const, evidence };
  const was = `GET ${missing.path} was answered ${missing.answer?.status} (exchange ${missing.n})`;
  return {
    collection: {
      ...collection,
      id: { ...id, pointer },
      facts: [...facts.filter(({ about }) => about !== 'id'), fact],
    },
    note: `${name}: the id is at ${pointer}, not at ${id.pointer}: ${was}, and ${evidence} 200 (exchange ${found.n})`,
  };
}
