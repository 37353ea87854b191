import type { Client } from '../../http/exchange.js';
import { buildPointer, getAtPointer, isObject, type Json, parsePointer } from '../../model/json.js';
import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { listIdPointers, listSelfLinkPointers, readIdAt } from '../../model/service/item-id.js';
import { createFact } from '../../model/service/operation.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import { assumeHead } from '../../openapi/describe/describe-collection.js';
import { findIdPointer } from '../../openapi/recognize/id-member.js';
import { getPathNoun, renameIdParameter } from '../../openapi/recognize/words.js';
import { findAllowedMethods } from '../observed/allowed-methods.js';
import { mayTryCreation } from '../observed/describe-empty.js';
import { createOperation, describeWrites, type ObservedItems } from './describe-writes.js';
import { type FoundAddress, findItemAddress, listItemTemplates } from './find-item-address.js';
import { inferSchema } from './infer-schema.js';
import { flattenResourceObject } from './unwrap-item.js';

/** An item that was read. */
export interface ItemSample {
  readonly url: string;
  readonly item: Json;
}

/** What is known before items are searched. */
export interface SampleHints {
  readonly resource?: DeclaredResource | undefined;
  /** The query that the list needs. */
  readonly query?: string | undefined;
  /** Other paths that the user named, which may begin with that of an item. */
  readonly named?: readonly string[] | undefined;
}

/** Finds out how items are addressed, what they contain, and which writes they seem to support. */
export async function sampleItems(
  base: Collection,
  entries: readonly Json[],
  known: DeclaredService,
  client: Client,
  { resource, query, named }: SampleHints = {},
) {
  const { path } = base;
  const item = inferSchema(entries);
  const itemPath = resource?.item && renameIdParameter(resource.item);
  const places = listIdPlaces(entries, resource?.id?.pointer, getPathNoun(path));
  const [likeliest] = places;
  if (likeliest === undefined) return describeNameless({ ...base, item }, entries, known, client);
  const addressed = await findItemAddress(
    { path, entries, places, itemPath, query, named, idPointer: resource?.id?.pointer },
    { baseUrl: known.baseUrl, client },
  );
  const [template] = listItemTemplates({ path, itemPath });
  const asked = template.replace(/\{[^}]+\}/, encodeURIComponent(readIdAt(entries[0], likeliest) ?? ''));
  const missing = addressed ? [] : [`${path}: GET ${asked} returns no item, so items cannot be addressed`];
  // Texts or numbers that lead to no items are no ids.
  if (!addressed && !entries.some(isObject)) return { collection: { ...base, item }, notes: missing };
  const allowed = await findAllowedMethods(path, addressed?.url, known, client);
  const things = mergeDetails(entries, addressed);
  const id = addressed?.id ?? { pointer: likeliest };
  const found = {
    ...base,
    item: inferSchema(things.all),
    id,
    // Without an address of items, it may be the id of anything.
    facts: [...base.facts, createFact('id', id.pointer, addressed ? 'observed' : 'assumed', `GET ${path}`)],
  };
  return {
    ...(addressed ? { sample: { url: addressed.url, item: addressed.item } } : {}),
    collection: describeWrites({ ...found, ...describeRead(found, addressed) }, things, allowed),
    notes: [...(addressed?.notes ?? []), ...missing, ...listEnvelopeNotes(path, addressed?.envelope), ...allowed.notes],
  };
}

/**
 * Entries without an id say what an item has. Where the service says that the list takes POST, and the run may try, an item is created
 * to learn its address from the response.
 */
async function describeNameless(base: Collection, entries: readonly Json[], known: DeclaredService, client: Client) {
  const { path } = base;
  const note = `${path}: entries carry no id, so items cannot be addressed`;
  if (!mayTryCreation(known) || !entries.every(isObject)) return { collection: base, notes: [note] };
  const allowed = await findAllowedMethods(path, undefined, known, client);
  if (!allowed.isListKnown || !allowed.methods.has('POST')) return { collection: base, notes: [note] };
  const [itemPath] = listItemTemplates({ path });
  const read = createOperation('GET', itemPath, 'assumed');
  const addressed = { ...base, itemPath, read, head: assumeHead(read) };
  const evidence = allowed.methods.get('POST') ?? '';
  const facts = [...base.facts, createFact('read', `GET ${itemPath}`, 'assumed', evidence)];
  return {
    collection: describeWrites({ ...addressed, facts }, { all: entries, inDetail: [] }, allowed),
    notes: [`${note} until one is created`],
  };
}

/** Maximum number of members of an entry that are tried as its id. */
const maxIdMembers = 4;

/** Pointers to the id of entries to try, most likely first; only the declared one if they have it. */
function listIdPlaces(entries: readonly Json[], declared: string | undefined, noun: string): string[] {
  const [first = null] = entries;
  if (!isObject(first)) return isIdValue(first) ? [''] : [];
  const likeliest = declared ?? findIdPointer(undefined, inferSchema(entries), noun);
  const tokens = parsePointer(likeliest ?? '');
  const known = likeliest === undefined ? [] : tokens.map((_, skipped) => buildPointer(tokens.slice(skipped)));
  const found = known.find((place) => isIdValue(getAtPointer(first, place)));
  const flat = flattenResourceObject(first);
  // Where items have it as declared, entries may have it elsewhere.
  const isOpen = declared === undefined || found === undefined;
  const others = isOpen ? [...listIdPointers(flat, noun), ...listSelfLinkPointers(flat)] : [];
  return [...new Set([...(found === undefined ? [] : [found]), ...others])].slice(0, maxIdMembers);
}

const isIdValue = (value: Json | undefined): boolean => typeof value === 'string' || typeof value === 'number';

function describeRead({ facts }: Collection, addressed: FoundAddress | undefined): Partial<Collection> {
  if (!addressed) return {};
  const { itemPath, url, envelope } = addressed;
  const read = createOperation('GET', itemPath, 'observed');
  const told = [
    createFact('read', `GET ${itemPath}`, 'observed', `GET ${url}`),
    createFact('head', `HEAD ${itemPath}`, 'assumed', `GET ${url}`),
    ...(envelope ? [createFact('envelope', { ...envelope }, 'observed', `GET ${url}`)] : []),
  ];
  return { itemPath, read, head: assumeHead(read), ...(envelope ? { envelope } : {}), facts: [...facts, ...told] };
}

/** The envelope of request bodies is a guess, so it is noted. */
function listEnvelopeNotes(path: string, envelope: Envelope | undefined): string[] {
  if (envelope === undefined) return [];
  if (envelope.style === 'json-api')
    return [`${path}: items are resource objects of JSON:API, and are sent in that form`];
  const requests = envelope.request === undefined ? 'requests do not' : 'so do requests';
  return [`${path}: responses wrap an item in the member "${envelope.response}", and ${requests}`];
}

/** Merges the first entries with the additional members of their items. */
function mergeDetails(entries: readonly Json[], addressed: FoundAddress | undefined): ObservedItems {
  const inDetail: Json[] = [];
  const all = entries.map(flattenResourceObject).map((entry, index) => {
    const detail = addressed?.details[index];
    if (!isObject(entry) || !isObject(detail)) return entry;
    const whole = { ...entry, ...detail };
    inDetail.push(whole);
    return whole;
  });
  return { all, inDetail };
}
