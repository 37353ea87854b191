import { randomInt, randomUUID } from 'node:crypto';
import type { LedgerScope } from '../../ledger/entry.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { isObject } from '../../model/json.js';
import type { Trial } from '../../model/result/plan.js';
import type { Action, Collection, ResourceSubject, ServiceSubject, Subject } from '../../model/service/subject.js';
import { getCollection, getResource } from '../../model/service/subject-collections.js';
import { buildAddress } from '../../rule/http/address.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { SingleHandle } from '../../rule/single-handle.js';
import type { Tools } from '../../rule/tools.js';
import { tickMs } from '../calibrate/noise/learn-noise.js';
import { createEnvelopeClient } from '../content/envelope.js';
import type { CompletionContext } from '../items/actions.js';
import { buildActionPath, buildActionRequest, leadToState, performAction } from '../items/actions.js';
import { type CaseClient, createCaseClient } from '../items/case-client.js';
import type { ItemSetting } from '../items/item-setting.js';
import { createItems, type SetupItems } from '../items/items.js';
import { createAnotherParent, createAsCaller, createInCollection, createReferredItems } from '../items/parents.js';
import { generateUnusedId, generateWord } from '../items/unique-values.js';
import { sendUntil } from '../outage/send-until.js';
import { endAtStop } from '../outage/stop-guard.js';
import { type CasePace, noDelay } from '../read-delay.js';
import type { RunContext } from '../run-context.js';
import { type AnnounceContext, createAnnouncingClient } from '../writes/announce-write.js';
import { createConditionalClient } from '../writes/conditional-client.js';
import type { CaseAccess } from './case-access.js';
import type { CaseContext } from './experiment.js';
import { createJudgingTools } from './judging-tools.js';
import { listNeighbours } from './neighbours.js';

/** Creates the context of one case, with its own client and no state from earlier cases. */
export function createCaseContext(
  trial: Trial,
  site: RunContext,
  ledger: LedgerScope,
  pace: CasePace,
  access: Pick<CaseAccess, 'guard'> = { guard: (wire) => wire },
): CaseContext {
  const collection = getSubjectCollection(trial.subject);
  const { isPastCaches = false, isPrompt = false, touches } = getRule(site.rules, trial);
  const delay = isPrompt ? noDelay : site.readDelays.getDelay(collection, pace);
  const reading = { ...delay, listPath: collection.path, isPastCaches };
  const guarded = endAtStop(site.meter);
  const meter = touches === 'floods' ? ignoreThrottling(guarded) : guarded;
  const plain = createCaseClient(meter, `${trial.rule}@${trial.subject.name}`, reading);
  const wire = access.guard(createConditionalClient(plain, meter));
  const restMs = pace === 'rested' && !isPrompt ? tickMs : 0;
  const noise = site.model.noise.get(collection.name);
  const factory = (of: Collection): SetupItems => createItems(createItemSetting(site, of, { wire, ledger, restMs }));
  return {
    client: wire,
    tools: createTools(
      trial.subject,
      {
        ...createSharing(trial, site),
        ...createNearbyTools(collection, site, factory),
        single: () => openSingle(trial, site, wire),
      },
      {
        collection,
        wire: createEnvelopeClient(wire, collection),
        baseUrl: site.baseUrl,
        ledger,
        addressing: site.addressing,
      },
      factory,
    ),
    judging: createJudgingTools(collection, noise?.volatile ?? [], site),
    noiseProblem: noise?.trouble,
  };
}

/** Members are copied one by one: the run context has many more, and this runs for every case. */
function createItemSetting(
  site: RunContext,
  collection: Collection,
  own: Pick<ItemSetting, 'wire' | 'ledger' | 'restMs'>,
): ItemSetting {
  const { baseUrl, runMark, addressing, document, mayWrite, mayDelete, purges, maxItems } = site;
  const { wire, ledger, restMs } = own;
  return {
    collection,
    wire,
    ledger,
    restMs,
    baseUrl,
    runMark,
    addressing,
    document,
    mayWrite,
    mayDelete,
    purges,
    maxItems,
  };
}

/** Throttled responses to an intended flood do not slow down the run. */
const ignoreThrottling = (meter: RequestMeter): RequestMeter => ({
  ...meter,
  send: (request) => meter.send({ ...request, isHasty: true }),
});

/** Returns the collection of a subject; the first one for the service. Throws when there is none. */
export function getSubjectCollection(subject: Subject): Collection {
  const collection = subject.kind === 'service' ? subject.collections[0] : getCollection(subject);
  if (collection === undefined) throw new Error(`${subject.name} has no collection`);
  return collection;
}

/** Opens the single resource of a subject for one case. Throws where the subject has none. */
async function openSingle(trial: Trial, { singles }: RunContext, wire: CaseClient): Promise<SingleHandle> {
  const single = getResource(trial.subject)?.single;
  if (single === undefined) throw new Error(`${trial.subject.name} is no single resource`);
  const { consistency } = getSubjectCollection(trial.subject);
  return singles.open(single, { check: `${trial.rule}@${trial.subject.name}`, wire, lagMs: consistency.itemMs });
}

/** Observations are shared under the name of the address, until the service stops. */
const createSharing = ({ rule, subject }: Trial, { observations, meter }: RunContext): Pick<Tools, 'share'> => ({
  share: (name, observe) => {
    const address = `${meter.listOutages().length} ${getResource(subject)?.name ?? subject.name}`;
    return observations.observe(`${address} ${name}`, `${rule}@${subject.name}`, observe);
  },
});

type NearbyTool = 'listNeighbours' | 'nest' | 'refer' | 'createAs' | 'createIn';

/** The tools of collections beside, above and below that of the subject. */
const createNearbyTools = (
  collection: Collection,
  site: RunContext,
  factory: (of: Collection) => SetupItems,
): Pick<Tools, NearbyTool> => ({
  createAs: (caller, name) => createAsCaller(caller, name, site, factory),
  listNeighbours: (item) => listNeighbours(collection, site.model.collections, item, factory),
  nest: (beside) => createAnotherParent(collection.name, site, factory, beside),
  refer: () => createReferredItems(collection.name, site, factory),
  createIn: (name, above) => createInCollection(name, site, factory, above),
});

function createTools(
  subject: Subject,
  given: Pick<Tools, 'share' | 'single' | NearbyTool>,
  context: CompletionContext & AnnounceContext,
  factory: (of: Collection) => SetupItems,
): Tools {
  const { collection, wire } = context;
  const client = { ...createAnnouncingClient(wire, context), sendUntil };
  const perform: Tools['perform'] = (item, action, performing) => performAction(context, item, action, performing);
  return {
    client,
    perform,
    lead: (item, state, isWanted, of = collection) =>
      leadToState(item, state, of, isWanted, {
        client,
        perform: of === collection ? perform : (other, action) => client.send(buildActionRequest(action, other)),
      }),
    items: factory(collection),
    fresh: { key: randomUUID, word: () => generateWord(), idLike: generateUnusedId },
    collection,
    service: () => requireService(subject),
    action: () => requireAction(subject),
    ...createAddressTools(subject),
    ...given,
    buildActionPath: buildActionPath,
    getItems: factory,
  };
}

function createAddressTools(subject: Subject): Pick<Tools, 'address' | 'operation' | 'resource'> {
  const resource = () => {
    const found = getResource(subject);
    if (found === undefined) throw new Error(`${subject.name} is no address`);
    return { ...found, collection: getSubjectCollection(subject) };
  };
  return {
    resource,
    address: () => buildAddress(resource(), (name) => inventValue(resource(), name)),
    operation: () => {
      if (subject.kind !== 'operation') throw new Error(`${subject.name} is no operation`);
      return subject.call;
    },
  };
}

function requireService(subject: Subject): ServiceSubject {
  if (subject.kind !== 'service') throw new Error(`${subject.name} is no service`);
  return subject;
}

function requireAction(subject: Subject): Action {
  if (subject.kind !== 'action') throw new Error(`${subject.name} is no action`);
  return subject.action;
}

/** A new value for a path parameter, in the form that the document declares, which no item should have. */
function inventValue({ operations }: Pick<ResourceSubject, 'operations'>, name: string): string {
  const parameters = operations.flatMap(({ operation }) => operation.parameters);
  const { schema } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
  const { type, format } = isObject(schema) ? schema : {};
  const types = [type].flat();
  if (types.includes('integer') || types.includes('number')) return String(randomInt(900_000_000, 999_999_999));
  return format === 'uuid' ? randomUUID() : generateWord();
}
