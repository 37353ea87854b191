import { printsOf } from '../../ledger/body-digest.js';
import type { Entry, Intention } from '../../ledger/entry.js';
import type { Prints } from '../../ledger/lines.js';
import { bodyIn, isBearing } from '../../ledger/marker-match.js';
import { answered, type Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { Doubt } from '../../rule/finding.js';
import type { Order, Tear } from '../../rule/http/request.js';
import type { Creation, Item, Making } from '../../rule/items.js';
import { type Identity, identityFor } from '../identity/identity.js';
import { isMarkable } from '../identity/marker-placement.js';
import { bearingIn } from './announce-write.js';
import { follow } from './await-completion.js';
import { carrying } from './case-client.js';
import { type Answered, isForeign, shows, signsOf } from './detect-reused-ids.js';
import { withKey } from './idempotency-key.js';
import { type Address, addressOf, addressOfEntry, idIn } from './item-address.js';
import type { Made } from './item-addressing.js';
import { dress, type Workshop } from './item-factory.js';
import { handle } from './item-handle.js';
import { sendOwned } from './send-owned.js';
import { list, until } from './walk-list.js';

/** Makes a thing; what is known of creations in its collection decides whether, and how it is told from others. */
export async function post(shop: Workshop, body: Json, making: Making = {}): Promise<Creation> {
  const { creation } = await shop.addressing.making(shop.collection.name, (isOpen) =>
    postOne(shop, body, making, isOpen),
  );
  return creation;
}

async function postOne(
  shop: Workshop,
  body: Json,
  making: Making,
  isOpen: boolean,
): Promise<Made & { creation: Creation }> {
  const isPlain = making.text === undefined && making.like === undefined;
  // The first thing carries its mark, so that it can be told from others.
  const { entry, order, creation } = prepare(shop, body, isOpen && isPlain ? { ...making, marked: true } : making);
  const answer = await sendOwned(shop.ledger, entry, () => shop.wire.send(order));
  const { exchange, led } = await ending(shop, answer, making.as);
  const posted = {
    ...creation,
    exchange,
    led,
    isOpen,
    isPlain,
    bears: entry.bears ?? {},
    again: () => twinOf(shop, body, making),
  };
  const { address, known } = await whereabouts(shop, posted);
  if (known === 'foreign') disown(shop, entry, posted);
  const item = address && itemAt(shop, address, { ...creation, exchange, entry, role: making.role });
  return { n: exchange.n, known, creation: { ...creation, exchange, item } };
}

type Sent = Omit<Creation, 'item'> &
  Identity &
  Pick<Answered, 'again' | 'isOpen'> & {
    /** Whether it was worded here, and is no repetition. */
    readonly isPlain: boolean;
    readonly bears: Prints;
    /** Where the monitor of what was accepted leads. */
    readonly led: Address | undefined;
  };

/** What was accepted only is followed to its end. */
async function ending(
  shop: Workshop,
  exchange: Exchange,
  as: Making['as'],
): Promise<{ exchange: Exchange; led: Address | undefined }> {
  if (!answered(exchange, 202)) return { exchange, led: undefined };
  const { isDone, address } = await follow(shop, exchange, as);
  return { exchange: { ...exchange, isDone }, led: address };
}

/** What was made is where the answer says; so long as none ever said so, it is looked for in the list as well, and told from what was there before. */
async function whereabouts(shop: Workshop, sent: Sent): Promise<Pick<Made, 'known'> & { address?: Address }> {
  const { exchange, led, isOpen, isPlain, again } = sent;
  if (!answered(exchange, 2)) return { known: undefined };
  const told = led ?? addressOf(shop.collection, exchange, shop.baseUrl);
  if (told && (await isForeign({ shop, isOpen: isOpen && isPlain, told, exchange, identity: sent, again })))
    return { known: 'foreign' };
  if (told) return { address: told, known: isPlain ? 'by answer' : undefined };
  const listed = isOpen ? await foundByMark(shop, sent, sent.bears) : undefined;
  return listed ? { address: listed, known: 'by list' } : { known: 'nowhere' };
}

/** What is not ours is not removed; where it shows our mark all the same, it is told. */
function disown({ ledger, collection, baseUrl }: Workshop, entry: Entry, { exchange, ...identity }: Sent): void {
  const path = addressOf(collection, exchange, baseUrl)?.path;
  if (path === undefined || !shows(exchange, identity)) ledger.gone(entry);
  else ledger.stays(entry, path, 'its address is that of something that was there before, so it is left alone', true);
}

type Posted = Omit<Creation, 'item'> & Identity & { readonly entry: Entry; readonly role: Making['role'] };

function itemAt(shop: Workshop, address: Address, { entry, role, exchange, sent, ...identity }: Posted): Item {
  shop.ledger.made(entry, address.path);
  return handle(shop, address, { identity, sent, made: exchange, entry, role });
}

/** The address of another thing that is made in the same way; undefined where none is. It stands in the ledger if it is another. */
async function twinOf(shop: Workshop, body: Json, making: Making): Promise<{ path: string; own(): void } | undefined> {
  const { entry, order } = prepare(shop, body, { ...making, marked: true, role: 'control' });
  const { exchange, led } = await ending(
    shop,
    await sendOwned(shop.ledger, entry, () => shop.wire.send(order)),
    making.as,
  );
  const address = answered(exchange, 2) ? (led ?? addressOf(shop.collection, exchange, shop.baseUrl)) : undefined;
  if (!address) return undefined;
  shop.ledger.gone(entry);
  return { path: address.path, own: () => shop.ledger.made(entry, address.path) };
}

/** The address of the entry in the list that shows what nothing else was given, as it was sent; where it is one only. */
async function foundByMark(shop: Workshop, { mark }: Identity, bears: Prints): Promise<Address | undefined> {
  const { list: operation, consistency, marker, standing = [] } = shop.collection;
  if (operation === undefined) return undefined;
  const isOurs = (entry: Json) =>
    isBearing(entry, { mark, bears }, marker) && !standing.includes(idIn(shop.collection, entry) ?? '');
  const look = () => list(shop, (entries) => entries.some(isOurs));
  const { entries } = await until(look, (listing) => listing.entries.some(isOurs), consistency.listMs);
  const [found, ...others] = entries.filter(isOurs);
  return found === undefined || others.length > 0 ? undefined : addressOfEntry(shop.collection, found);
}

/** What is torn in half cannot have made anything; of the whole, nobody knows until it is asked for again. */
export async function tear(shop: Workshop, body: Json, making: Making & { readonly tear: Tear }): Promise<Creation> {
  const { creation } = await shop.addressing.making(shop.collection.name, () => tearOne(shop, body, making));
  return creation;
}

async function tearOne(shop: Workshop, body: Json, making: Making & { readonly tear: Tear }) {
  const { entry, order, creation } = prepare(shop, body, making);
  const exchange = await shop.wire.tear(order, making.tear);
  if (making.tear === 'half') shop.ledger.gone(entry);
  // Where keys are not heeded, the repetition makes another one, and what it names is not this one.
  else shop.ledger.doubt(entry);
  return { n: exchange.n, known: undefined, creation: { ...creation, exchange, item: undefined } };
}

/** Words a creation and writes it into the ledger, before anything is sent. */
function prepare(shop: Workshop, body: Json, making: Making) {
  const { collection, ledger } = shop;
  const create = collection.create;
  if (!create) throw new Doubt('setup', `${collection.name} has no POST`);
  const identity = (making.like as Creation & Identity) ?? identityFor(shop.runMark);
  const sent =
    making.like?.sent ?? dress(shop, body, identity, making.marked ?? isMarkable(collection, body, shop.document));
  const carried = withKey(collection, carrying(sent, create.request?.mediaType), making.key);
  const order: Order = {
    method: 'POST',
    path: collection.path,
    ...(making.text === undefined ? { json: carried.json ?? null } : { text: making.text }),
    headers: { ...carried.headers, ...making.headers },
    ...(making.role && { role: making.role }),
    ...(making.as && { as: making.as }),
  };
  const entry = ledger.intend(collection.name, identity.mark, intentionOf(shop, order, identity));
  return { entry, order, creation: { ...identity, sent } };
}

/** What the ledger keeps of a creation, to find what came of it again. */
function intentionOf({ collection }: Workshop, { json, text, as }: Order, identity: Identity): Intention {
  const [mark = '', ...signs] = signsOf(identity);
  const shown = text ?? JSON.stringify(json);
  let small: string | undefined;
  const isShown = (sign: string): boolean => {
    if (shown.includes(sign)) return true;
    small ??= shown.toLowerCase();
    return small.includes(sign.toLowerCase());
  };
  const seen = signs.filter(isShown);
  const body = text === undefined ? json : bodyIn(text);
  const isUnmarked = seen.length === 0 && !isShown(mark);
  return {
    at: collection.path,
    ...(as && { as }),
    ...(seen.length > 0 && { signs: seen }),
    ...(isUnmarked
      ? { isUnmarked, prints: printsOf(body, mark) }
      : { bears: bearingIn({ json: body }, mark, collection, seen) }),
  };
}
