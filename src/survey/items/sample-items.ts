import type { Client } from '../../http/exchange.js';
import { at, isObject, type Json, pointerOf, tokensOf } from '../../model/json.js';
import type { Known, KnownResource } from '../../model/service/declared-service.js';
import { fact } from '../../model/service/facts.js';
import { idPlacesIn, ownId } from '../../model/service/item-id.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import { assumedHead } from '../../openapi/describe/describe-collection.js';
import { idPointerIn } from '../../openapi/recognize/id-member.js';
import { nounOf, withId } from '../../openapi/recognize/words.js';
import { allowedAt } from '../observed/allowed-methods.js';
import { operation, type Things, writable } from './describe-writes.js';
import { type Addressed, addressItems, templatesFor } from './find-item-address.js';
import { infer } from './infer-schema.js';
import { bareEntry } from './unwrap-item.js';

/** An item that was looked at. */
export interface Sample {
  readonly url: string;
  readonly item: Json;
}

/** A collection with what looking at its items told. */
export interface WithItems {
  readonly collection: Collection;
  readonly notes: readonly string[];
  readonly sample?: Sample;
}

/** Finds out how items are addressed, what they look like, and which writes they seem to take. */
export async function withItems(
  base: Collection,
  entries: readonly Json[],
  known: Known,
  client: Client,
  resource: KnownResource | undefined,
): Promise<WithItems> {
  const { path } = base;
  const item = infer(entries);
  const itemPath = resource?.item && withId(resource.item);
  const places = placesIn(entries, resource?.id?.pointer, nounOf(path));
  const [likeliest] = places;
  if (likeliest === undefined)
    return { collection: { ...base, item }, notes: [`${path}: entries carry no id, so items cannot be addressed`] };
  const look = (place: string) => addressItems({ path, entries, pointer: place, itemPath }, known.baseUrl, client);
  const { pointer, addressed } = await firstThatLeads(places, look, likeliest);
  const allowed = await allowedAt(path, addressed?.url, known, client);
  const things = wholeOf(entries, addressed);
  const found = {
    ...base,
    item: infer(things.all),
    id: { pointer },
    facts: [...base.facts, fact('id', pointer, 'observed', `GET ${path}`)],
  };
  const [template] = templatesFor({ path, itemPath });
  const asked = template.replace(/\{[^}]+\}/, encodeURIComponent(ownId(entries[0], pointer) ?? ''));
  const missing = addressed ? [] : [`${path}: GET ${asked} answers no item, so items cannot be addressed`];
  const [first] = addressed?.details ?? [];
  return {
    ...(addressed && first !== undefined ? { sample: { url: addressed.url, item: first } } : {}),
    collection: writable({ ...found, ...readAt(found, addressed) }, things, allowed),
    notes: [...(addressed?.notes ?? []), ...missing, ...wrappingNotes(path, addressed?.envelope), ...allowed.notes],
  };
}

/** Most members of an entry that are tried as its id. */
const most = 4;

/** Where entries may carry their id, likeliest first; what was declared is the only one, be it said of entries or of items. */
function placesIn(entries: readonly Json[], declared: string | undefined, noun: string): string[] {
  const [first = null] = entries;
  const likeliest = declared ?? idPointerIn(undefined, infer(entries), noun);
  const tokens = tokensOf(likeliest ?? '');
  const known = likeliest === undefined ? [] : tokens.map((_, skipped) => pointerOf(tokens.slice(skipped)));
  const found = known.find((place) => isTelling(at(first, place)));
  const others = declared === undefined ? idPlacesIn(bareEntry(first), noun) : [];
  return [...new Set([...(found === undefined ? [] : [found]), ...others])].slice(0, most);
}

const isTelling = (value: Json | undefined): boolean => typeof value === 'string' || typeof value === 'number';

/** The first place that leads to an item; the likeliest one where none does. */
async function firstThatLeads(
  places: readonly string[],
  look: (place: string) => Promise<Addressed | undefined>,
  likeliest: string,
): Promise<{ pointer: string; addressed: Addressed | undefined }> {
  for (const pointer of places) {
    const addressed = await look(pointer);
    if (addressed) return { pointer, addressed };
  }
  return { pointer: likeliest, addressed: undefined };
}

function readAt({ facts }: Collection, addressed: Addressed | undefined): Partial<Collection> {
  if (!addressed) return {};
  const { itemPath, url, envelope } = addressed;
  const read = operation('GET', itemPath, 'observed');
  const told = [
    fact('read', `GET ${itemPath}`, 'observed', `GET ${url}`),
    fact('head', `HEAD ${itemPath}`, 'assumed', `GET ${url}`),
    ...(envelope ? [fact('envelope', { ...envelope }, 'observed', `GET ${url}`)] : []),
  ];
  return { itemPath, read, head: assumedHead(read), ...(envelope ? { envelope } : {}), facts: [...facts, ...told] };
}

/** What bodies travel in is a guess, and worth a word. */
function wrappingNotes(path: string, envelope: Envelope | undefined): string[] {
  if (envelope === undefined) return [];
  if (envelope.style === 'json-api') return [`${path}: items are resource objects of JSON:API, and are sent as such`];
  const sent = envelope.request === undefined ? 'without it' : 'in it, too';
  return [`${path}: an item comes wrapped in ${envelope.response}, and is sent ${sent}`];
}

/** Entries, the first ones with what only the items themselves show. */
function wholeOf(entries: readonly Json[], addressed: Addressed | undefined): Things {
  const inDetail: Json[] = [];
  const all = entries.map(bareEntry).map((entry, index) => {
    const detail = addressed?.details[index];
    if (!isObject(entry) || !isObject(detail)) return entry;
    const whole = { ...entry, ...detail };
    inDetail.push(whole);
    return whole;
  });
  return { all, inDetail };
}
