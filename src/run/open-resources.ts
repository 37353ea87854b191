import { randomBytes } from 'node:crypto';
import type { ClientRequest } from '../http/exchange.js';
import type { LedgerEntry } from '../ledger/entry.js';
import { createLiveQuota } from '../ledger/live-quota.js';
import { openLedger, type RunLedger } from '../ledger/open-ledger.js';
import { createRequestMeter, type RequestMeter, UnsentError } from '../limits/request-meter.js';
import type { Exchange, RawExchange } from '../model/exchange.js';
import { type Permission, permissions } from '../model/permission.js';
import type { Collection } from '../model/service/subject.js';
import { retryRemovals } from './cleanup/clean-up.js';
import { CaseClient } from './items/case-client.js';
import { Creations } from './items/creations.js';
import { matchPathTemplate } from './items/item-address.js';
import { EarnedContent } from './others/earned-content.js';
import { OthersWatch } from './others/watch-others.js';
import { WriteGuard } from './others/write-guard.js';
import { ExchangeLog } from './passive/exchange-log.js';
import { createRouteTable, type FindRoute, type Route } from './passive/route-table.js';
import type { RunContext } from './run-context.js';
import { computeMaxAtOnce, computeMaxItems, computeParallelTrials, getMaxLeft, type RunInput } from './run-input.js';
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

/** What a creation in each state counts. One with an unknown outcome counts, and an item once, whatever its later states are. */
const counts = { asked: 1, refused: 0, made: 1 };

/**
 * Enforces the limits before a request is sent: how many items exist at once, those included that could not be removed, and how many
 * are created in total. A planned creation counts as existing until the item is removed or known not to exist, so the limit is never
 * exceeded. Scopes throw {@link UnsentError} at the limit.
 */
export function limitCreations(
  runLedger: RunLedger,
  { maxLive = unbounded, maxMade = unbounded }: { readonly maxLive?: number; readonly maxMade?: number },
) {
  // Weak, because a long run creates many items.
  const states = new WeakMap<LedgerEntry, keyof typeof counts>();
  let count = 0;
  let denied = 0;
  const standing = () => runLedger.countStanding() + runLedger.leftovers().length;
  const quota = createLiveQuota({ standing, passing: runLedger.countPassing }, maxLive);
  const whyMade = `the limit of ${maxMade} created items is reached (limits.maxMade)`;
  runLedger.limit({
    admit(scope) {
      if (!quota.has(scope)) throw new UnsentError('budget', quota.whyFull);
      if (count < maxMade) return;
      denied += 1;
      throw new UnsentError('budget', whyMade);
    },
    settle(entry, next) {
      const before = states.get(entry);
      // Items that were found were not asked for.
      if ((before === undefined && next !== 'asked') || before === 'made') return;
      count += counts[next] - (before ? counts[before] : 0);
      states.set(entry, next);
    },
  });
  return {
    quota,
    notes: () => [...describeDenied(quota.countDenied(), quota.whyFull), ...describeDenied(denied, whyMade)],
  };
}

const describeDenied = (count: number, why: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'case was' : 'cases were'} not completed: ${why}`];

const unbounded = Number.POSITIVE_INFINITY;

/** Matches a path of the same origin, which avoids parsing most URLs. */
const sameOriginPathPattern = /^\/[\w.~-]/;

/** Watches Location fields (RFC 9110 §10.2.2): behind a proxy, services often use their internal host name. */
export function createForeignOriginWatcher(baseUrl: string) {
  const { origin } = new URL(baseUrl);
  const seen = new Map<string, string>();
  return {
    record({ n, method, path, answer }: Exchange | RawExchange): void {
      const location = answer?.headers.location;
      if (typeof location !== 'string' || sameOriginPathPattern.test(location) || !URL.canParse(location, baseUrl))
        return;
      const other = new URL(location, baseUrl).origin;
      if (other === origin || seen.has(other)) return;
      const what = `${method} ${path.split('?')[0]} (exchange ${n}) returned ${answer?.status} with a Location at ${other}`;
      seen.set(other, `${what}; no request is sent there: only its path is used, at the base URL`);
    },
    notes: () => [...seen.values()],
  };
}
