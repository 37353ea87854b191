import { type ClientRequest, type SentExchange, type SentRawExchange, unsentNumber } from '../../http/exchange.js';
import { isUnsafeRequest } from '../../http/method-guard.js';
import type { Purges } from '../../ledger/purge-steps.js';
import { type RequestMeter, UnsentError } from '../../limits/request-meter.js';
import { hasStatus } from '../../model/exchange.js';
import { findScopeProblem, type OperationScope } from '../../model/service/operation-scope.js';
import type { Collection } from '../../model/service/subject.js';
import { normalizeTemplate } from '../../model/service/surveyed-operation.js';
import { InconclusiveError } from '../../rule/finding.js';
import { matchPathTemplate } from '../items/item-address.js';
import type { Route } from '../passive/route-table.js';
import type { RunInput } from '../run-input.js';
import { type ContentKind, classifyContent } from './content-kind.js';
import { type EarnedWrites, earningTrial } from './earned-writes.js';
import type { OwnAddresses } from './own-addresses.js';
import { describeWrite } from './sent-write.js';
import type { OthersWatch } from './watch-others.js';

export interface GuardOptions {
  readonly watch: OthersWatch;
  /** Absent for requests that were sent before in this run: every kind of content is sent. */
  readonly earned: EarnedWrites | undefined;
  readonly addresses: OwnAddresses;
  readonly findRoute: (request: ClientRequest) => Route;
  readonly findCollection: (name: string) => Collection | undefined;
  /** The marker in everything that this run creates. */
  readonly runMark: string;
  readonly excluded: RunInput['excluded'];
  /** The requests that remove items for good, as the profile declares them. */
  readonly purges: Purges | undefined;
}

/** Number of requests after which others are compared again before the next write. */
const comparedEvery = 200;

/**
 * Guards the writes of a run, whichever part sends them. A write is sent only where it is about something that the run created, and
 * only when milder ones were seen to harm no others. After the first of each kind that is accepted, others are compared. Once items
 * of others are harmed, nothing is written but removals of what shows the marker of the run. Throws {@link UnsentError} instead of
 * sending.
 */
export function guardWrites(meter: RequestMeter, options: GuardOptions) {
  const send = createComparingSend(meter, options.watch);
  return {
    /** For everything but repetitions. */
    meter: guardMeter(meter, options, send),
    /** For requests that were sent before in this run: their content is earned. */
    repeating: guardMeter(meter, { ...options, earned: undefined }, send),
  };
}

function guardMeter(
  meter: RequestMeter,
  options: GuardOptions,
  send: ReturnType<typeof createComparingSend>,
): RequestMeter {
  const { watch } = options;
  const guarded = async <T extends Sent>(request: ClientRequest, go: Go<T>): Promise<T> => {
    requireInScope(request, options.excluded?.scope);
    if (!isUnsafeRequest(request)) return go(request);
    const route = options.findRoute(request);
    const kind = classifyContent(request);
    await watch.awaitQuiet();
    requireHarmless(watch);
    if (!isPurge(request, options.purges)) {
      requirePlanned(request, route, options.excluded?.operations);
      requireOwnAddress(request, route);
    }
    requireEarned(request, route, kind, options);
    const collection = options.findCollection(route.collection);
    // Content with an id may replace an item that a list without entries does not show.
    const isRead = collection !== undefined && (route.id === undefined || watch.hasOthers(collection.name));
    const reading = isRead ? options.addresses.require(request, route, collection) : undefined;
    if (reading !== undefined) await reading;
    return send(request, go, { place: `${route.template} ${request.method}`, kind, collection });
  };
  return {
    ...meter,
    send: (request) => guarded(request, meter.send),
    raw: (request) => guarded(request, meter.raw),
    abort: (request, how) => guarded(request, (sent) => meter.abort(sent, how)),
    async sendUnmetered(request) {
      try {
        if (watch.describeHarm() === undefined || !isUnsafeRequest(request))
          return await guarded(request, meter.sendUnmetered);
        return await sendAfterHarm(request, meter, options);
      } catch (error) {
        if (!(error instanceof InconclusiveError)) throw error;
        return { ...request, n: unsentNumber, answer: undefined, silence: `not sent: ${error.why}` };
      }
    },
  };
}

type Sent = SentExchange | SentRawExchange;
type Go<T> = (request: ClientRequest) => Promise<T>;

/** What a write is the first of: the method of a path template, and the kind of its content. */
interface WriteKind {
  readonly place: string;
  readonly kind: ContentKind;
  readonly collection: Collection | undefined;
}

/**
 * Sends writes. The first of a kind waits for those of other kinds, and others are compared when it is accepted, and when it is
 * refused: all of them after the first that a place accepts, those of its collection after the others.
 */
function createComparingSend(meter: RequestMeter, watch: OthersWatch) {
  const compared = new Map<string, Set<string>>();
  let turn: Promise<unknown> = Promise.resolve();
  let dueAt = comparedEvery;
  const inTurn = <T>(go: () => Promise<T>): Promise<T> => {
    const own = turn.then(go);
    turn = own.catch(() => {});
    return own;
  };
  const compareInTime = async () => {
    if (meter.spent() < dueAt || !watch.hasOthers()) return;
    dueAt = Number.POSITIVE_INFINITY;
    await watch.compare();
    dueAt = meter.spent() + comparedEvery;
    requireHarmless(watch);
  };
  return async <T extends Sent>(request: ClientRequest, go: Go<T>, { place, kind, collection }: WriteKind) => {
    await compareInTime();
    const known = compared.get(place) ?? new Set<string>();
    compared.set(place, known);
    const isKnown = (answer: string) => known.has(`${kind} ${answer}`);
    const sendIt = async () => {
      const exchange = await go(request);
      if (exchange.n !== unsentNumber) watch.recordWrite(describeWrite(exchange, collection, request));
      return exchange;
    };
    // What earns kinds of content compares others by itself.
    if (isKnown('accepted') || request.trial?.startsWith(earningTrial) || !watch.hasOthers()) return sendIt();
    return inTurn(async () => {
      requireHarmless(watch);
      const exchange = await sendIt();
      const answer = mayHaveEffect(exchange) ? 'accepted' : 'refused';
      if (exchange.n === unsentNumber || isKnown('accepted') || isKnown(answer)) return exchange;
      const isFirst = ![...known].some((one) => one.endsWith(' accepted')) && answer === 'accepted';
      await watch.compare(isFirst ? undefined : collection?.name, describeWrite(exchange, collection));
      known.add(`${kind} ${answer}`);
      return exchange;
    });
  };
}

/** Whether the service may have done what a request asks for. */
const mayHaveEffect = (exchange: Sent): boolean => exchange.answer === undefined || hasStatus(exchange, 2, 3);

function requireHarmless(watch: OthersWatch): void {
  const harm = watch.describeHarm();
  if (harm !== undefined) throw new UnsentError('budget', harm);
}

/** Nothing outside of the scope that the user names is sent, whichever part wants to. */
function requireInScope({ method, path }: ClientRequest, scope: OperationScope = {}): void {
  if (scope.include === undefined && scope.exclude === undefined) return;
  const problem = findScopeProblem(scope, method, path);
  if (problem !== undefined) throw new UnsentError('setup', `${method} ${path} is not sent: ${problem}`);
}

/** Whether the profile declares this request for the removal of an item. */
function isPurge({ method, path }: ClientRequest, purges: Purges = {}): boolean {
  const steps = Object.values(purges).flat();
  return steps.some(
    (step) => step.method === method && matchPathTemplate(step.path.split('?')[0] ?? '', path) !== undefined,
  );
}

/** An operation that the document describes and the plan leaves out is not sent to an item of the run, either. */
function requirePlanned({ method, path }: ClientRequest, { template }: Route, excluded: ReadonlySet<string> = none) {
  if (excluded.has(`${method} ${normalizeTemplate(template)}`))
    throw new UnsentError('setup', `${method} ${path} is not sent: the plan leaves this operation out`);
}

const none: ReadonlySet<string> = new Set();

/** Nothing but POST is sent to the address of a list, and DELETE only to an address with an id, never with a query. */
function requireOwnAddress({ method, path }: ClientRequest, { kind }: Route): void {
  if (kind === 'collection' && method !== 'POST')
    throw new UnsentError('setup', `${method} ${path} is not sent: it may be about all items of the list`);
  if (method === 'DELETE' && path.includes('?'))
    throw new UnsentError('setup', `${method} ${path} is not sent: a query may select other items`);
}

/** Content of this kind is sent only where it is permitted, and where milder content was seen to harm no others. */
function requireEarned(
  request: ClientRequest,
  route: Route,
  kind: ContentKind,
  { earned, findCollection }: GuardOptions,
): void {
  const collection = findCollection(route.collection);
  const isPermitted = collection?.acceptsArrays === true;
  if (kind === 'array' && !isPermitted)
    throw new UnsentError(
      'setup',
      `${request.method} ${request.path} is not sent with a list as content, which may replace all items; to send it, declare arrays: true for the resource`,
    );
  const isList = isPermitted && collection.creation?.isList === true && request.method === collection.create?.method;
  if (collection === undefined || (isList && kind === 'array')) return;
  earned?.require(request, route, kind, collection);
}

/** After harm, only items that show the marker of the run are removed, and only where no removal can have done the harm. */
async function sendAfterHarm(request: ClientRequest, meter: RequestMeter, { watch, runMark }: GuardOptions) {
  const { method, path } = request;
  if (method !== 'DELETE' || watch.mayRemovalHarm()) throw new UnsentError('setup', watch.describeHarm() ?? '');
  const { record: _, content: __, headers: ___, ...about } = request;
  const seen = await meter.sendUnmetered({ ...about, method: 'GET' });
  if (!hasStatus(seen, 200) || !seen.answer?.text.includes(`assay-${runMark}`))
    throw new UnsentError('setup', `GET ${path} does not show that the run created the item`);
  return meter.sendUnmetered(request);
}
