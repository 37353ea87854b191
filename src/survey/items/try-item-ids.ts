import type { Client } from '../../http/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import { beliefIn, believing, fact } from '../../model/service/facts.js';
import { idPlacesIn, ownId } from '../../model/service/item-id.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import { isTemplated, nounOf } from '../../openapi/recognize/words.js';
import { land } from '../observed/follow-redirects.js';
import type { Observed } from '../observed/observe-collection.js';
import { slashedLike } from './find-item-address.js';
import { bareEntry, unwrapped } from './unwrap-item.js';

/** Most members of an entry that are tried as its id. */
const most = 4;

/**
 * Asks for the item of the first entry, where a document or a guess says which member its address holds: one that does not
 * lead there would be a wrong accusation, and nothing could be removed by it. The one that leads there is believed.
 */
export async function withTriedId(seen: Observed, baseUrl: string, client: Client): Promise<Observed> {
  const { collection, entries } = seen;
  const [first] = entries;
  if (first === undefined || !isOpen(collection)) return seen;
  const entry = bareEntry(first);
  const believed = collection.id.pointer;
  const id = ownId(entry, believed);
  const others = idPlacesIn(entry, nounOf(collection.path)).filter((place) => ownId(entry, place) !== id);
  const ask = (value: string | number) => itemAt(collection, value, baseUrl, client);
  const asked = id === undefined ? undefined : await ask(id);
  if (others.length === 0 && collection.read?.response?.schema !== undefined)
    return asked ? atTemplate(seen, asked) : seen;
  if (asked && !asked.isMissing) return inEnvelope(atTemplate(seen, asked), asked);
  for (const place of others.slice(0, most)) {
    const found = await ledTo(place, entry, collection, ask);
    if (found) return corrected(atTemplate(seen, found), place, found);
  }
  if (!asked) return seen;
  const advice = 'declare resources[].id.pointer, or resources[].item';
  const note = `${collection.path}: GET ${asked.url} answers ${asked.status}, and no other member of an entry leads to its item; ${advice}`;
  return { ...seen, notes: [...seen.notes, note] };
}

/** The item that a member of an entry leads to, if what answers has the same there. */
async function ledTo(
  place: string,
  entry: Json,
  { envelope }: Collection,
  ask: (value: string | number) => Promise<Asked>,
): Promise<Asked | undefined> {
  const value = ownId(entry, place);
  const found = value === undefined ? undefined : await ask(value);
  return found && isSame(ownId(insideOf(found.shown, envelope), place), value) ? found : undefined;
}

/** What was declared is left as it is, and what was found by asking for items was tried already. */
const isOpen = (collection: Collection): boolean =>
  collection.read !== undefined &&
  collection.read.provenance !== 'observed' &&
  collection.itemPath !== undefined &&
  !isTemplated(collection.path) &&
  beliefIn(collection, 'id')?.provenance !== 'declared';

interface Asked {
  readonly url: string;
  readonly itemPath: string;
  readonly status: number | undefined;
  /** Whether the answer says that nothing stands at such an address. */
  readonly isMissing: boolean;
  readonly id: string | number;
  readonly shown: Json | undefined;
}

async function itemAt(
  { itemPath: template = '' }: Collection,
  id: string | number,
  baseUrl: string,
  client: Client,
): Promise<Asked> {
  const url = template.replace(/\{[^}]+\}/, encodeURIComponent(id));
  const { answer, path: landed } = await land(url, baseUrl, client);
  const itemPath = slashedLike(template, url, landed);
  const status = answer?.status;
  const shown = status === 200 ? (answer?.json as Json | undefined) : undefined;
  const isMissing = status === 404 || status === 400;
  return { url, itemPath: shown === undefined ? template : (itemPath ?? template), status, isMissing, id, shown };
}

/** Where a redirect only added a slash, all that is asked of items is asked with it: not every method is redirected. */
function atTemplate(seen: Observed, { itemPath, url }: Asked): Observed {
  const { collection, notes } = seen;
  const believed = collection.itemPath;
  if (believed === undefined || itemPath === believed) return seen;
  const operations = itemRoles.flatMap((role) => {
    const operation = collection[role];
    return operation?.path === believed ? [[role, { ...operation, path: itemPath }] as const] : [];
  });
  const note = `${collection.path}: GET ${url} is redirected to ${url}/, so that is where items are looked at`;
  return {
    ...seen,
    collection: {
      ...collection,
      itemPath,
      ...Object.fromEntries(operations),
      facts: believing(collection.facts, [fact('read', `GET ${itemPath}`, 'observed', `GET ${url}/`)]),
    },
    notes: [...notes, note],
  };
}

const itemRoles = ['read', 'head', 'replace', 'patch', 'remove'] as const;

const isSame = (shown: string | number | undefined, id: string | number | undefined): boolean =>
  shown !== undefined && String(shown) === String(id);

function insideOf(shown: Json | undefined, envelope: Envelope | undefined): Json | undefined {
  if (!isObject(shown)) return undefined;
  if (envelope?.style === 'json-api') return isObject(shown.data) ? bareEntry(shown.data) : shown;
  const inside = envelope?.response === undefined ? undefined : shown[envelope.response];
  return isObject(inside) ? inside : shown;
}

function corrected(seen: Observed, pointer: string, { url }: Asked): Observed {
  const { collection, contradictions } = seen;
  const believed = fact('id', pointer, 'observed', `GET ${url}`);
  const doubted = beliefIn(collection, 'id');
  const isSaid = doubted?.provenance === 'described' || doubted?.provenance === 'observed';
  return {
    ...seen,
    collection: { ...collection, id: { ...collection.id, pointer }, facts: believing(collection.facts, [believed]) },
    contradictions: isSaid
      ? [...contradictions, { subject: collection.name, about: 'id', believed, doubted }]
      : contradictions,
  };
}

/** Nobody said that items travel in something, and they do: what is sent stays as it was described. */
function inEnvelope(seen: Observed, { shown, id, url }: Asked): Observed {
  const { collection } = seen;
  const { path, envelope: known, id: place, create } = collection;
  if (known !== undefined || !isObject(shown) || isSame(ownId(shown, place.pointer), id)) return seen;
  const { envelope, inside } = unwrapped(shown, nounOf(path)) ?? {};
  if (envelope?.style !== 'member' || !isSame(ownId(inside, place.pointer), id)) return seen;
  const { request, ...answered } = envelope;
  const around = create?.request?.schema === undefined && request !== undefined ? envelope : answered;
  const found = fact('envelope', { ...around }, 'observed', `GET ${url}`);
  return { ...seen, collection: { ...collection, envelope: around, facts: believing(collection.facts, [found]) } };
}
