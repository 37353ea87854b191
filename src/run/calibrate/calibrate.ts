import { hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import { preparePatch } from '../../rule/http/merge-patch.js';
import type { Creation, Item } from '../../rule/items.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { createEnvelopeClient } from '../content/envelope.js';
import { createCaseClient } from '../items/case-client.js';
import { createItems, type SetupItems } from '../items/items.js';
import { createParents } from '../items/parents.js';
import type { RunContext } from '../run-context.js';
import { replaceCollection } from '../service-model.js';
import { drawFirstValues } from '../trial/boundary-property.js';
import { createBodies } from '../trial/case-bodies.js';
import { retrySetup } from '../trial/retry-setup.js';
import { createAnnouncingClient } from '../writes/announce-write.js';
import { createConditionalClient } from '../writes/conditional-client.js';
import { createMemberComparison, excludeMembers } from './bodies/computed-members.js';
import { createBodyLearner } from './bodies/learn-body.js';
import { mayPatchReferences } from './bodies/patched-references.js';
import { findItemId } from './find-item-id.js';
import { measureListLag, measureReadLag } from './measure-lags.js';
import {
  type CalibrationContext,
  calibrateRead,
  calibrateRemoval,
  dropOperation,
  proposeNamedCreation,
  shareLearnedSchema,
} from './missing-operations.js';

/** Result of a calibration: the corrected collection, and notes about the changes. */
export interface Calibration {
  readonly collection: Collection;
  readonly notes: readonly string[];
}

/**
 * Creates, replaces, patches and removes an item before any rule is judged, and corrects request bodies according to
 * the responses. Removes assumed operations that the service does not implement. Created items are entered in the
 * ledger and removed. Never throws because of a response.
 */
export async function calibrate(collection: Collection, site: RunContext): Promise<Calibration> {
  const setupScope = site.runLedger.openScope();
  const ledger = site.runLedger.openScope();
  const stage: CalibrationContext = {
    site,
    ledger,
    setupScope,
    wire: createConditionalClient(createCaseClient(site.meter, `rehearsal@${collection.name}`), site.meter),
    notes: [],
  };
  let known = collection;
  try {
    const created = await calibrateCreation(known, stage);
    known = created.collection;
    site.runLedger.recordCollections([known]);
    if (created.item) {
      known = shareLearnedSchema(collection, await calibrateRead(known, created.item, stage));
      for (const writing of ['replace', 'patch'] as const)
        known = await calibrateWrite(known, writing, created.item, stage);
      known = await calibrateRemoval(known, created.item, stage);
    }
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    stage.notes.push(`${collection.name}: no request body could be tested before the run: ${error.why}`);
  } finally {
    await cleanUp(ledger, { ...site, model: replaceCollection(site.model, known, site.document) });
    await cleanUp(setupScope, site);
  }
  return { collection: known, notes: stage.notes };
}

/** Number of additional items created to find out which members the service keeps. */
const extraItems = 4;

async function calibrateCreation(
  collection: Collection,
  stage: CalibrationContext,
): Promise<{ collection: Collection; item?: Item }> {
  const { site } = stage;
  const laid = (await retrySetup(() => createParents(collection, site, stage.setupScope))) as Collection;
  const learning = createBodyLearner(collection, 'create');
  const compared = createMemberComparison();
  const all: Creation[] = [];
  while (learning.canContinue()) {
    const made = await postBody(learning.getCollection(), laid, stage, learning.getBodyNumber());
    if (learning.isAbsent(made.exchange)) {
      const dropped = dropOperation(learning, 'create', made.exchange, stage);
      const named = proposeNamedCreation(collection);
      return named ? calibrateCreation({ ...dropped, ...named }, stage) : { collection: dropped };
    }
    learning.record(made.exchange, made.sent, site.document);
    if (made.item) compared.record(made.sent, await readShown(made, learning.getCollection()));
    all.push(made);
  }
  for (let more = 1; more <= extraItems && compared.isOpen(); more += 1) {
    const made = await postBody(learning.getCollection(), laid, stage, all.length + 1);
    if (made.item) compared.record(made.sent, await readShown(made, learning.getCollection()));
    all.push(made);
  }
  stage.notes.push(...learning.describeResult());
  const moved = await findItemId(learning.getCollection(), laid.itemPath, all, stage);
  if (moved) {
    stage.notes.push(moved.note);
    return calibrateCreation(moved.collection, stage);
  }
  const item = all.find((made) => made.item !== undefined)?.item;
  const another = async () => item && (await postBody(learning.getCollection(), laid, stage, all.length + 1)).item;
  const settled = await measureReadLag(learning.getCollection(), another, stage.notes);
  const known = await omitComputed(settled, compared.listComputed(), laid, stage);
  if (item === undefined) return { collection: known };
  return { collection: await measureListLag(known, item, openItems(known, laid, stage), stage.ledger), item };
}

/** Sends a creation with the last of the first bodies, after creating its parents. */
async function postBody(known: Collection, laid: Collection, stage: CalibrationContext, turn: number) {
  const { site } = stage;
  const items = openItems(known, laid, stage);
  const [body = null] = (await drawFirstValues(createBodies(known, site.document).body(), site.seed, turn)).slice(-1);
  return retrySetup(() => items.post(body, { role: 'control' }));
}

/** The items of a collection below its created parents. */
function openItems(known: Collection, laid: Collection, { site, wire, ledger }: CalibrationContext): SetupItems {
  const { path, itemPath, overrides, creation } = laid;
  const placed = {
    ...known,
    path,
    overrides: { ...known.overrides, ...overrides },
    ...(itemPath !== undefined && { itemPath }),
    ...(creation && { creation }),
  };
  return createItems({ ...site, collection: placed, wire, ledger, restMs: 0 });
}

/** Reads a created item; only assumed bodies are worth this request. */
async function readShown({ item, exchange }: Creation, { create, read }: Collection): Promise<Json | undefined> {
  if (create?.provenance !== 'assumed') return undefined;
  return read && item ? (await item.get()).answer?.json : exchange.answer?.json;
}

/**
 * Members found in existing items may be computed by the service. A member that it never keeps is no longer sent,
 * unless it is required.
 */
async function omitComputed(
  known: Collection,
  computed: readonly string[],
  laid: Collection,
  stage: CalibrationContext,
): Promise<Collection> {
  if (computed.length === 0) return known;
  const fewer = excludeMembers(known, computed);
  const { exchange } = await postBody(fewer, laid, stage, 1);
  if (!hasStatus(exchange, 2)) return known;
  const names = computed.map((pointer) => pointer.slice(1)).join(', ');
  stage.notes.push(
    `${known.name}: ${names} ${computed.length === 1 ? 'is' : 'are'} never sent, because the service sets its own values (exchange ${exchange.n})`,
  );
  return fewer;
}

async function calibrateWrite(
  collection: Collection,
  writing: 'replace' | 'patch',
  item: Item,
  stage: CalibrationContext,
): Promise<Collection> {
  const operation = collection[writing];
  const { site } = stage;
  const isDoubtful = writing === 'patch' && mayPatchReferences(collection, site.document);
  if (!operation?.request || (operation.provenance !== 'assumed' && stage.notes.length === 0 && !isDoubtful))
    return collection;
  const learning = createBodyLearner(collection, writing);
  while (learning.canContinue()) {
    const bodies = createBodies(learning.getCollection(), site.document);
    const source = writing === 'patch' ? bodies.patch() : bodies.replacement();
    const [body = null] = (await drawFirstValues(source, site.seed, learning.getBodyNumber())).slice(-1);
    const sent = writing === 'patch' ? preparePatch(item, body) : item.prepare(body);
    const wire = createEnvelopeClient(stage.wire, collection);
    const client = createAnnouncingClient(wire, { ...site, ledger: stage.ledger, collection });
    const exchange = await client.send({
      method: operation.method,
      path: item.path,
      json: sent,
      headers: { 'content-type': learning.getCollection()[writing]?.request?.mediaType ?? 'application/json' },
      role: 'control',
    });
    if (learning.isAbsent(exchange)) return dropOperation(learning, writing, exchange, stage);
    learning.record(exchange, sent, site.document);
  }
  stage.notes.push(...learning.describeResult());
  return learning.getCollection();
}
