import type { Client } from '../http/exchange.js';
import type { Json } from '../model/json.js';
import type { DeclaredService } from '../model/service/declared-service.js';
import { readItemId } from '../model/service/item-id.js';
import { createFact, findFact, replaceFacts } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import { changeOperations, writeRoles } from '../model/service/subject-collections.js';
import { isTemplated } from '../openapi/recognize/words.js';
import { isSecuredCollection } from './declared/service-settings.js';
import { flattenResourceObject } from './items/unwrap-item.js';
import { mapConcurrently } from './parallel-requests.js';
import type { CollectionEntries } from './references/collection-index.js';

/** Maximum number of collections that are requested without credentials. */
const maxGuardChecks = 5;

/**
 * Requests lists, and an item of those that are refused, without credentials. This is done when credentials are known
 * and nothing says whether they are required: a header field of every request can be superfluous, and callers in the
 * profile may need their credentials for writing alone. Writes stay open for the first, because many services accept
 * anonymous writes to protected lists; for the second they require credentials. Lists that are not asked are as open
 * as those that are.
 */
export async function detectGuards(all: readonly CollectionEntries[], known: DeclaredService, client: Client) {
  const isDeclared = known.identities.full !== undefined;
  const canAsk = (known.hasCredential || isDeclared) && known.callers?.none !== undefined;
  const unknown = canAsk ? all.filter((one) => isSecurityUnknown(one.collection, known)) : [];
  const asked = new Map<CollectionEntries, Collection>();
  const readable = unknown.filter(isReadableList).slice(0, maxGuardChecks);
  await mapConcurrently(readable, async (one) => asked.set(one, await checkGuard(one, client)));
  const open = [...asked.values()].filter(({ list }) => list?.secured === false);
  const collections = all.map((one) => asked.get(one) ?? one.collection);
  if (!isDeclared || asked.size === 0) return { collections, notes: [] };
  const rest = new Set(unknown.map((one) => asked.get(one) ?? one.collection));
  return {
    collections: collections.map((one) => (rest.has(one) ? secureTheRest(one, open.length === 0) : one)),
    notes: open.map(({ path }) => `GET ${path} without credentials ${openReads}`),
  };
}

const openReads =
  'is answered, so no check expects that reads are refused. ' +
  'If they must be, declare which paths are open (`auth.public: []` for none)';

/** Nothing says of any operation whether it requires credentials. */
function isSecurityUnknown(collection: Collection, known: DeclaredService): boolean {
  if (known.identities.full === undefined) return isSecuredCollection(collection, known) === undefined;
  return known.publicPaths === undefined && securedRoles.every((role) => collection[role]?.secured === undefined);
}

const securedRoles = ['list', 'read', ...writeRoles] as const;

const isReadableList = ({ collection }: CollectionEntries): boolean =>
  collection.list !== undefined && !isTemplated(collection.path) && findFact(collection, 'entries') !== undefined;

/** What was not asked: writes require the credentials of the profile, and reads do unless lists are open. */
function secureTheRest(collection: Collection, isReadSecured: boolean): Collection {
  return {
    ...collection,
    ...changeOperations(collection, securedRoles, (operation, role) => ({
      secured: isReadSecured || (role !== 'list' && role !== 'read'),
      ...operation,
    })),
    actions: collection.actions.map((one) => ({ ...one, ...(one.post && { post: { secured: true, ...one.post } }) })),
  };
}

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
const secureItemOperations = (collection: Collection, isRefused: boolean) =>
  changeOperations(collection, isRefused ? ['read', 'replace', 'patch', 'remove'] : ['read'], (operation) => ({
    ...operation,
    secured: isRefused,
  }));

function buildItemUrl(collection: Collection, [first]: readonly Json[]): string | undefined {
  const { read, itemPath } = collection;
  const own = first === undefined ? undefined : readItemId(flattenResourceObject(first), collection);
  if (!read || own === undefined) return undefined;
  return itemPath?.replace(/\{[^}]+\}/, encodeURIComponent(own));
}
