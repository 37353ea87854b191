import { randomBytes } from 'node:crypto';
import type { ClientRequest } from '../http/exchange.js';
import { openLedger, type RunLedger } from '../ledger/open-ledger.js';
import { createRequestMeter, type RequestMeter } from '../limits/request-meter.js';
import { type Permission, permissions } from '../model/permission.js';
import type { Collection } from '../model/service/subject.js';
import { retryRemovals } from './cleanup/clean-up.js';
import { limitCreations } from './creation-limit.js';
import { CaseClient } from './items/case-client.js';
import { Creations } from './items/creations.js';
import { matchPathTemplate } from './items/item-address.js';
import { EarnedContent } from './others/earned-content.js';
import { OthersWatch } from './others/watch-others.js';
import { WriteGuard } from './others/write-guard.js';
import { ExchangeLog } from './passive/exchange-log.js';
import { createForeignOriginWatcher } from './passive/foreign-origins.js';
import { createRouteTable, type FindRoute, type Route } from './passive/route-table.js';
import type { RunContext } from './run-context.js';
import type { RunInput } from './run-input.js';
import { computeMaxAtOnce, computeMaxItems, computeParallelTrials, getMaxLeft } from './run-limits.js';
import { ClaimQueue } from './schedule/claim-queue.js';
import { createServiceModel } from './service-model.js';
import { createSingleKeeper, type SingleKeeper } from './singles/single-keeper.js';
import { createStages } from './stages.js';
import { SharedState } from './trial/shared-state.js';

/** What all stages of a run share: created items, remaining budget, and errors. */
export function openResources(given: RunInput) {
  // The client records in the log, unless it does so already.
  const { log = new ExchangeLog([]) } = given;
  const input = given.log ? given : { ...given, client: log.observe(given.client) };
  const runMark = randomBytes(4).toString('hex');
  const hasCredential = input.client.hasSecret;
  const ledger = openLedger(input.ledgerFile, { ...input, ...input.ledgerOrigin, runMark, hasCredential });
  const creations = limitCreations(ledger, input.limits);
  const settings = createBaseContext(input);
  const foreignOrigins = createForeignOriginWatcher(input.baseUrl);
  const trouble = () => input.trouble?.() ?? ledger.trouble();
  const unguarded = createRequestMeter(input.client, {
    ...input,
    ...input.limits,
    signal: input.signal,
    countOwed: ledger.countStanding,
    owedToRestore: () => singles.countOwed(),
    owedToFind: ledger.countSearchRequests,
    onExchange: foreignOrigins.record,
    onStop: ledger.forgetRemoved,
    trouble,
    findStopReason: () => writes.watch.describeHarm() ?? input.findStopReason?.(),
  });
  const addressing = new Creations(getMaxLeft(input), (name) => retryRemovals(base, name));
  const routes: Routes = { find: createRouteTable([], input.baseUrl), collections: [] };
  const { meter, ...writes } = openGuard(input, unguarded, addressing, routes, runMark, ledger);
  const restoring: RequestMeter['send'] = (request) => meter.sendUnmetered({ ...request, isRestoring: true });
  const singles: SingleKeeper = createSingleKeeper({
    holds: ledger.holds,
    document: input.document,
    isTelling: (path) => input.client.redact(path) !== path,
    redactJson: input.client.redactJson,
    mayDelete: settings.mayDelete,
    cleaner: new CaseClient({ ...meter, send: restoring }, 'cleanup'),
    reportLeftover: ledger.reportLeftover,
  });
  const base: RunContext = {
    ...settings,
    meter,
    runMark,
    runLedger: ledger,
    quota: creations.quota,
    addressing,
    singles,
    writes,
    listWrites: log.listWrites,
    isEffectOpen: log.items.isOpen,
  };
  return { log, ledger, creations, foreignOrigins, trouble, meter, base, routes, stages: createStages() };
}

export type Resources = ReturnType<typeof openResources>;

/** The permissions and limits of a run, and what decides what may be under way at the same time. */
function createBaseContext(input: RunInput) {
  const may = (permission: Permission) => permissions.indexOf(input.permit) >= permissions.indexOf(permission);
  return {
    ...input,
    model: createServiceModel(input.collections, input.document),
    shared: new SharedState(),
    queue: new ClaimQueue(),
    cleanup: input.cleanup ?? true,
    path: input.path,
    cases: input.limits.cases,
    maxItems: computeMaxItems(input),
    maxParallel: computeParallelTrials(input.limits),
    hasSpareRoom: input.limits.concurrency > 1 && input.limits.concurrency < computeParallelTrials(input.limits),
    maxAtOnce: computeMaxAtOnce(input.limits),
    mayWrite: may('writes'),
    mayDelete: may('deletes'),
    mayStopService: may('floods') || input.isForeign !== true,
  };
}

/** Where requests lead, as it is known now. */
interface Routes {
  find: FindRoute;
  collections: readonly Collection[];
}

function openGuard(
  input: RunInput,
  meter: RequestMeter,
  addressing: Creations,
  routes: Routes,
  runMark: string,
  { hasCreated, hasRemoved }: RunLedger,
) {
  const { document, baseUrl, kept, seen, excluded, purges, limits } = input;
  // After the end of a run, what is read takes from what is reserved for the cleanup.
  const send: RequestMeter['send'] = (request) =>
    meter.end() === undefined ? meter.send(request) : meter.sendUnmetered(request);
  const openWire = () => new CaseClient({ ...meter, send }, 'others');
  const countStops = () => meter.outages.countOutages() + meter.starts.count();
  const getAccepted = (name: string) => addressing.of(name).workingBody;
  const maxAtOnce = computeMaxAtOnce(limits);
  const reading = { openWire, baseUrl, maxAtOnce };
  const watch = new OthersWatch({ ...reading, document, runMark, seen, kept, countStops, getAccepted });
  const earned = new EarnedContent(document);
  const findRoute = (request: ClientRequest) => findCreationRoute(request, routes) ?? routes.find(request.path);
  const findCollection = (name: string) => routes.collections.find((one) => one.name === name);
  const own = { hasCreated, hasRemoved, runMark };
  const deciding = { ...reading, ...own, watch, earned, findRoute, findCollection, excluded, purges };
  const guard = new WriteGuard(meter, deciding);
  return { meter: guard.openMeter(), repeating: guard.openMeter(true), watch, earned };
}

/** Items may be created at another path than that of their list. */
function findCreationRoute({ method, path }: ClientRequest, { collections }: Routes): Route | undefined {
  const plain = path.split('?')[0] ?? '';
  const found = collections.find(
    ({ create, creation }) =>
      create?.method === method &&
      method === 'POST' &&
      creation?.isNamed !== true &&
      creation !== undefined &&
      matchPathTemplate(creation.path, plain) !== undefined,
  );
  return found?.creation && { template: found.creation.path, kind: 'collection', collection: found.name };
}
