import { digestMembers } from '../../ledger/body-digest.js';
import type { Intention } from '../../ledger/entry.js';
import { parseSentBody } from '../../ledger/marker-match.js';
import type { Json } from '../../model/json.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { CreateOptions, Creation } from '../../rule/items.js';
import { createIdentity, type Identity } from '../identity/identity.js';
import { canCarryMarker } from '../identity/marker-placement.js';
import { digestRequestMarkers } from '../writes/announce-write.js';
import { buildContent } from './case-client.js';
import { listIdentityTexts } from './detect-reused-ids.js';
import { addIdempotencyKey } from './idempotency-key.js';
import { type ItemFactory, prepareItemBody } from './item-factory.js';
import { chooseAddress } from './named-creation.js';

/** Prepares a creation and enters it in the ledger before it is sent; `chosen` is the address of the item, where the client chooses it. */
export function prepareCreation(shop: ItemFactory, body: Json, making: CreateOptions) {
  const { collection, ledger } = shop;
  const create = collection.create;
  if (!create) throw new InconclusiveError('setup', `no request creates items in ${collection.name}`);
  const identity = (making.like as Creation & Identity) ?? createIdentity(shop.runMark);
  const chosen = chooseAddress(collection, identity);
  const sent =
    making.like?.sent ??
    prepareItemBody(shop, body, identity, making.marked ?? canCarryMarker(collection, body, shop.document));
  const carried = addIdempotencyKey(collection, buildContent(sent, create.request?.mediaType), making.key);
  const order: HttpRequest = {
    method: create.method,
    path: chosen?.path ?? collection.creation?.path ?? collection.path,
    ...(making.text === undefined ? { json: carried.json ?? null } : { text: making.text }),
    headers: { ...carried.headers, ...making.headers },
    ...(making.role && { role: making.role }),
    ...(making.as && { as: making.as }),
  };
  const entry = ledger.intend(collection.name, identity.mark, buildIntention(shop, order, identity));
  if (chosen !== undefined) ledger.recordCreated(entry, chosen.path);
  return { entry, order, creation: { ...identity, sent }, chosen };
}

/** What the ledger stores about a creation, to find its outcome later. */
function buildIntention({ collection }: ItemFactory, { json, text, as }: HttpRequest, identity: Identity): Intention {
  const [mark = '', ...signs] = listIdentityTexts(identity);
  const shown = text ?? JSON.stringify(json);
  let small: string | undefined;
  const isShown = (sign: string): boolean => {
    if (shown.includes(sign)) return true;
    small ??= shown.toLowerCase();
    return small.includes(sign.toLowerCase());
  };
  const seen = signs.filter(isShown);
  const body = text === undefined ? json : parseSentBody(text);
  const isUnmarked = seen.length === 0 && !isShown(mark);
  return {
    at: collection.path,
    ...(as && { as }),
    ...(seen.length > 0 && { signs: seen }),
    ...(isUnmarked
      ? { isUnmarked, prints: digestMembers(body, mark) }
      : { bears: digestRequestMarkers({ json: body }, mark, collection, seen) }),
  };
}
