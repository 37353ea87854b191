import type { Client } from '../../http/exchange.js';
import { decodePercent } from '../../model/escapes.js';
import type { Method } from '../../model/exchange.js';
import { buildPointer, getAtPointer, isObject, type Json, type JsonObject, parsePointer } from '../../model/json.js';
import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import {
  isTelling,
  listDistinctPointers,
  listIdPointers,
  listSelfLinkPointers,
  readIdAt,
} from '../../model/service/item-id.js';
import { createFact, createOperation, type Fact } from '../../model/service/operation.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import { assumeHead } from '../../openapi/describe/describe-collection.js';
import { findIdPointer } from '../../openapi/recognize/id-member.js';
import { detectMemberTraits } from '../../openapi/recognize/member-traits.js';
import { getPathNoun, isTemplated, renameIdParameter, trimTrailingSlash } from '../../openapi/recognize/words.js';
import { type AllowedMethods, findAllowedMethods } from '../observed/allowed-methods.js';
import { generalizeCreation } from './creation-schema.js';
import { type FoundAddress, findItemAddress, type ListedEntries, listItemTemplates } from './find-item-address.js';
import { inferSchema } from './infer-schema.js';
import { flattenResourceObject } from './unwrap-item.js';

export type ItemSample = Pick<FoundAddress, 'url' | 'item'>;

/** What is known before items are searched. */
export interface SampleHints extends Pick<ListedEntries, 'query' | 'named'> {
  readonly resource?: DeclaredResource | undefined;
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
  const usual = listIdPlaces(entries, resource?.id?.pointer, getPathNoun(path));
  const distinct = resource?.id ? [] : listDistinctPointers(entries.map(flattenResourceObject));
  const places = [...new Set([...usual, ...distinct])].slice(0, maxIdMembers);
  const addressed = await findItemAddress(
    { path, entries, places, itemPath, query, named, idPointer: resource?.id?.pointer, isById: base.pagination.isById },
    { baseUrl: known.baseUrl, client },
  );
  const [likeliest = addressed?.id.pointer] = usual;
  if (likeliest === undefined) return describeNameless({ ...base, item }, entries, known, client);
  const [template] = listItemTemplates({ path, itemPath });
  const asked = template.replace(/\{[^}]+\}/, encodeURIComponent(readIdAt(entries[0], likeliest) ?? ''));
  const missing = addressed ? [] : [`${path}: GET ${asked} returns no item, so items cannot be addressed`];
  // Texts or numbers that lead to no items are no ids.
  if (!addressed && !entries.some(isObject)) return { collection: { ...base, item }, notes: missing };
  const home = await findCreationPath(path, addressed, client);
  const allowed = await findAllowedMethods(home ?? path, addressed?.url, known, client);
  if (home === undefined) allowed.methods.delete('POST');
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
    collection: describeWrites({ ...found, ...describeRead(found, addressed) }, things, allowed, home),
    notes: [...(addressed?.notes ?? []), ...missing, ...listEnvelopeNotes(path, addressed?.envelope), ...allowed.notes],
  };
}

/**
 * Where creations are sent: to the list, or to the path that items are below, if the list is there, too (`/orders/all` and `/orders/7`).
 * Undefined where an item is at that path, because POST may change it.
 */
async function findCreationPath(path: string, addressed: FoundAddress | undefined, client: Client) {
  const home = addressed?.itemPath.replace(/\/\{id\}$/, '') ?? '';
  if (home === '' || isTemplated(home) || !trimTrailingSlash(path).startsWith(`${home}/`)) return path;
  const last = decodePercent(home.slice(home.lastIndexOf('/') + 1));
  const { answer } = await client.send({ method: 'GET', path: home, role: 'survey' });
  const shown = answer?.json as Json | undefined;
  const isItem = listIdPointers(shown, getPathNoun(home)).some((place) => String(readIdAt(shown, place)) === last);
  return isItem || /^\d+$/.test(last) || isTelling(last) ? undefined : home;
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
const maxIdMembers = 6;

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
  return [...new Set([...(found === undefined ? [] : [found]), ...others])];
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
    if (!isObject(detail)) return entry;
    // An entry may be only the id or the address of its item.
    const whole = isObject(entry) ? { ...entry, ...detail } : detail;
    inDetail.push(whole);
    return whole;
  });
  return { all, inDetail };
}

interface ObservedItems {
  readonly all: readonly Json[];
  readonly inDetail: readonly Json[];
}

/** Adds the writes that a collection seems to support, with bodies like its items. */
function describeWrites(base: Collection, { all, inDetail }: ObservedItems, allowed: AllowedMethods, home = base.path) {
  const { itemPath, path, id, envelope } = base;
  const isResource = envelope?.style === 'json-api';
  const schema = generalizeCreation(all.filter(isObject), id.pointer, inDetail.filter(isObject));
  const { marker, unique } = detectMemberTraits(undefined, schema, {
    id: id.pointer,
    isReused: true,
    isAddressed: itemPath !== undefined,
    isConflicting: false,
  });
  const { required: _, ...partial } = schema;
  const writes: [string, Method, string | undefined, JsonObject | undefined, string?][] = [
    ['create', 'POST', home, schema, isResource ? jsonApiMediaType : allowed.postType],
    ['replace', 'PUT', isResource ? undefined : itemPath, schema],
    ['patch', 'PATCH', itemPath, partial, isResource ? jsonApiMediaType : allowed.patchType],
    ['remove', 'DELETE', itemPath, undefined],
  ];
  // Where the service says that the collection takes no POST, PUT may create an item under an id that the client chooses.
  const isNamed =
    !allowed.methods.has('POST') &&
    allowed.isListKnown &&
    allowed.methods.has('PUT') &&
    itemPath !== undefined &&
    !isResource;
  const known = writes.filter(([, method, at]) => at !== undefined && allowed.methods.has(method));
  const operations = known.map(([role, method, at = '', body, type = 'application/json']) => [
    role,
    { ...createOperation(method, at, 'assumed'), ...(body ? { request: { mediaType: type, schema: body } } : {}) },
  ]);
  const facts: Fact[] = known.map(([role, method, at]) =>
    createFact(role, `${method} ${at}`, 'assumed', allowed.methods.get(method) ?? ''),
  );
  const named = isNamed ? describeNamedCreation(itemPath, schema, allowed) : undefined;
  const isMade = allowed.methods.has('POST') || isNamed;
  const traits = [
    ...(marker === undefined ? [] : [createFact('marker', marker, 'assumed', `GET ${path}`)]),
    ...(unique.length === 0 ? [] : [createFact('unique', unique, 'assumed', `GET ${path}`)]),
  ];
  return {
    ...base,
    ...Object.fromEntries(operations),
    ...(home !== path && allowed.methods.has('POST') ? { creation: { path: home } } : {}),
    ...named?.collection,
    ...(isMade ? { unique, ...(marker === undefined ? {} : { marker }) } : {}),
    facts: [...base.facts, ...facts, ...(named?.facts ?? []), ...(isMade ? traits : [])],
  };
}

function describeNamedCreation(itemPath: string, schema: JsonObject, { methods }: AllowedMethods) {
  const create = { ...createOperation('PUT', itemPath, 'assumed'), request: { mediaType: 'application/json', schema } };
  return {
    collection: { create, creation: { path: itemPath, isNamed: true } },
    facts: [createFact('create', `PUT ${itemPath}`, 'assumed', methods.get('PUT') ?? '')],
  };
}

/** The media type of JSON:API, which updates resources only with PATCH. */
const jsonApiMediaType = 'application/vnd.api+json';

const itemRoles = [
  ['read', 'GET'],
  ['replace', 'PUT'],
  ['patch', 'PATCH'],
  ['remove', 'DELETE'],
] as const;

/** Whether the run may create an item to learn from the responses: it may write, on this machine or where the user permits guesses. */
const mayTryCreation = (known: DeclaredService): boolean =>
  known.permit !== 'reads' && (known.isLoopback === true || known.mayGuess === true);

/**
 * Describes the operations of an empty list that no document describes: a minimal object is sent, and the calibration
 * learns from the responses what else is required, and which operations exist. Only where the run may write, and the
 * service runs on this machine or the user permits guesses.
 */
export async function describeEmpty(base: Collection, known: DeclaredService, client: Client) {
  const { path } = base;
  const advice = `${path}: is empty, so the form of an item is unknown; to create items, declare resources[].create`;
  if (known.permit === 'reads') return { collection: base, notes: [advice] };
  if (!mayTryCreation(known)) return { collection: base, notes: [`${advice}, or try a minimal object with --guess`] };
  const { methods, postType } = await findAllowedMethods(path, undefined, known, client);
  const evidence = methods.get('POST');
  if (evidence === undefined) return { collection: base, notes: [advice] };
  const itemPath = `${trimTrailingSlash(path)}/{id}`;
  const request = { mediaType: postType, schema: { type: 'object', properties: {} } };
  const read = createOperation('GET', itemPath, 'assumed');
  return {
    collection: {
      ...base,
      itemPath,
      create: { ...createOperation('POST', path, 'assumed'), request },
      read,
      head: createOperation('HEAD', itemPath, 'assumed'),
      replace: { ...createOperation('PUT', itemPath, 'assumed'), request },
      patch: {
        ...createOperation('PATCH', itemPath, 'assumed'),
        request: { ...request, mediaType: 'application/json' },
      },
      remove: createOperation('DELETE', itemPath, 'assumed'),
      facts: [
        ...base.facts,
        createFact('create', `POST ${path}`, 'assumed', evidence),
        ...itemRoles.map(([role, method]) => createFact(role, `${method} ${itemPath}`, 'assumed', evidence)),
      ],
    },
    notes: [`${path}: is empty, so a minimal object is sent, to learn from the responses what an item needs`],
  };
}
