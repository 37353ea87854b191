import type { Client } from '../http/exchange.js';
import type { Json } from '../model/json.js';
import type { Known } from '../model/service/declared-service.js';
import { ownId } from '../model/service/item-id.js';
import type { Collection } from '../model/service/subject.js';
import type { Survey } from '../model/service/survey.js';
import { type Description, describe } from '../openapi/describe/describe-document.js';
import { findDocument } from '../openapi/find/find-document.js';
import { isTemplated } from '../openapi/recognize/words.js';
import { type Beliefs, declareAll } from './declared/apply-declarations.js';
import { inCircumstances } from './declared/service-settings.js';
import { withGuards } from './detect-guards.js';
import { restrained } from './exclude-unsafe.js';
import { nextElsewhere } from './foreign-next-links.js';
import { withTriedId } from './items/try-item-ids.js';
import { aboveGround, unlessAbsent } from './missing-collections.js';
import { keyHint } from './observed/allowed-methods.js';
import { lookAtNamed } from './observed/explore-named.js';
import { lookAround } from './observed/explore-service.js';
import type { Surroundings } from './observed/found-collection.js';
import { type Observed, observe } from './observed/observe-collection.js';
import { turnAll } from './paging/explore-all-lists.js';
import { sideBySide } from './parallel-requests.js';
import { withReferences } from './references/detect-references.js';
import { withParents } from './references/resolve-parents.js';

/**
 * Finds out what is there: from the profile, then from an OpenAPI document, then by looking at the service itself.
 * Throws {@link DiscoveryError} when a document was named that cannot be used.
 */
export async function survey(known: Known, client: Client): Promise<Survey> {
  const found = await findDocument(known, client);
  const description = found && withinReason(await describe(found, known, client));
  const looked = await lookFor(known, description, client);
  const beliefs = believe(known, description, looked);
  const { observed, notes: lost } = aboveGround(await observeAll(beliefs, looked, known, client));
  const turned = await turnAll(
    observed.map(({ collection, look }) => ({ collection, look })),
    client,
  );
  const seen = turned.collections.map((one, index) => ({ collection: one, entries: observed[index]?.entries ?? [] }));
  const linked = withParents(description?.document, seen).map((one, index) => {
    const { entries = [] } = seen[index] ?? {};
    return { collection: withReferences(one, entries), entries };
  });
  const guarded = await withGuards(linked, known, client);
  const collections = guarded.map((one, index) =>
    withStanding(inCircumstances(one, known), linked[index]?.entries ?? []),
  );
  return {
    collections,
    contradictions: [...beliefs.contradictions, ...observed.flatMap(({ contradictions }) => contradictions)],
    notes: [
      ...(description?.notes ?? []),
      ...beliefs.notes,
      ...observed.flatMap(({ notes }) => notes),
      ...lost,
      ...observed.flatMap(({ collection, look }) => (look ? nextElsewhere(collection.path, look, known.baseUrl) : [])),
      ...looked.notes,
      ...turned.notes,
      ...(await hints(collections, known, client)),
    ],
    document: description?.document,
    documentSource: found?.source,
  };
}

/** Most collections that are looked at: each meets every rule, and a document may describe any number. */
const mostCollections = 1_000;

function withinReason(description: Description): Description {
  const { collections, nested, notes } = description;
  const count = collections.length + nested.length;
  if (count <= mostCollections) return description;
  const first = collections.slice(0, mostCollections);
  return {
    ...description,
    collections: first,
    nested: nested.slice(0, mostCollections - first.length),
    notes: [...notes, `${count} collections are described, and the first ${mostCollections} of them are looked at`],
  };
}

/** What stands there before a run is somebody else's. */
function withStanding(collection: Collection, entries: readonly Json[]): Collection {
  const standing = entries.flatMap((entry) => ownId(entry, collection.id.pointer) ?? []).map(String);
  return standing.length === 0 ? collection : { ...collection, standing };
}

/** What nobody described is looked at: what was named or declared; without either, whatever the service shows of itself. */
function lookFor(known: Known, description: Description | undefined, client: Client): Promise<Surroundings> {
  const isNamed = known.resources.length > 0 || (known.collections ?? []).length > 0;
  if (!description && !isNamed) return lookAround(known, client);
  const { collections = [], nested = [] } = description ?? {};
  return lookAtNamed(
    known,
    [...collections, ...nested].map(({ path }) => path),
    client,
  );
}

function believe(known: Known, description: Description | undefined, { found }: Surroundings): Beliefs {
  const looked = found.map(({ collection }) => collection);
  const { collections = [], nested = [] } = description ?? {};
  const tried = restrained([...collections, ...nested, ...looked], known);
  const isBelow = ({ path }: Collection) => isTemplated(path);
  const beliefs = declareAll(
    known,
    tried.collections.filter((one) => !isBelow(one)),
    tried.collections.filter(isBelow),
  );
  return { ...beliefs, notes: [...tried.notes, ...beliefs.notes] };
}

/** A list that was looked at to find it need not be asked for again. */
function observeAll(
  { collections }: Beliefs,
  { found }: Surroundings,
  known: Known,
  client: Client,
): Promise<Observed[]> {
  const { baseUrl } = known;
  const looks = new Map(found.map(({ collection, look }) => [collection.path, look]));
  return sideBySide(collections, async (collection) => {
    const seen = await observe(collection, baseUrl, client, looks.get(collection.path));
    return withTriedId(await unlessAbsent(seen, known, client), baseUrl, client);
  });
}

/** A preflight is sent once for the service: fields are allowed for all of it. */
async function hints(collections: readonly Collection[], known: Known, client: Client): Promise<string[]> {
  const made = collections.find(({ create, idempotency }) => create?.provenance === 'assumed' && !idempotency);
  return made ? keyHint(made.path, known, client) : [];
}
