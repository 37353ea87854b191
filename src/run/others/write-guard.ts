import { type ClientRequest, type SentExchange, type SentRawExchange, unsentNumber } from '../../http/exchange.js';
import { isUnsafeRequest } from '../../http/method-guard.js';
import { type RequestMeter, UnsentError } from '../../limits/request-meter.js';
import { clock, pause } from '../../model/clock.js';
import { hasStatus } from '../../model/exchange.js';
import type { JsonObject } from '../../model/json.js';
import { findScopeProblem, normalizeTemplate } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import { findTurnedOn } from '../content/request-content.js';
import { findNewAddress, matchPathTemplate, readIdAsText, readItemPath } from '../items/item-address.js';
import type { Route } from '../passive/route-table.js';
import type { RunInput } from '../run-input.js';
import { type EarnedContent, earningStep, readSentContent, type SentContent } from './earned-content.js';
import { listOthers, type ReadOthersContext, readItem } from './read-others.js';
import type { OthersWatch } from './watch-others.js';

export interface GuardOptions extends ReadOthersContext, Pick<RunInput, 'excluded' | 'purges'> {
  readonly watch: OthersWatch;
  readonly earned: EarnedContent;
  readonly findRoute: (request: ClientRequest) => Route;
  readonly findCollection: (name: string) => Collection | undefined;
  readonly hasCreated: (path: string) => boolean;
  /** Whether the run removed an item of a collection at this path. */
  readonly hasRemoved: (collection: string, path: string) => boolean;
  readonly runMark: string;
}

type Sent = SentExchange | SentRawExchange;
type Go<T> = (request: ClientRequest) => Promise<T>;

/** The number of a write, when it was answered, and the comparison after it. */
interface FirstWrite {
  readonly n: number;
  readonly at: number;
  look?: Promise<void>;
}

/** How long lists may show what others had before a write, in milliseconds. */
const longestLagMs = 2_000;

/** Number of requests after which others are compared again before the next write. */
const comparedEvery = 200;

/**
 * Guards the writes of a run, whichever part sends them. A write is sent only where it is about something that the run created, and
 * only when milder ones were seen to harm no others. After the first of each kind that is accepted, others are compared. Once items
 * of others are harmed, nothing is written but removals of what shows the marker of the run. Throws {@link UnsentError} instead of
 * sending.
 */
export class WriteGuard {
  /** The kinds of content, each with how it was answered, after which others were compared, by method and path template. */
  readonly #compared = new Map<string, Set<string>>();
  /** Whether GET shows an item of others, by address. */
  readonly #taken = new Map<string, Promise<boolean>>();
  /** Settles when the first write of a kind, and the comparison after it, are over. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Number of requests at which others are compared again. */
  #dueAt = comparedEvery;
  /** The first accepted write at each place, with the comparison that awaits the lag of lists. */
  readonly #firstWrites = new Map<string, FirstWrite>();

  constructor(
    private readonly meter: RequestMeter,
    private readonly options: GuardOptions,
  ) {}

  /** The meter that guards what it sends. The content of repetitions is earned: it was sent before in this run. */
  openMeter(isRepeating = false): RequestMeter {
    const meter = this.meter;
    return {
      ...meter,
      send: (request) => this.#pass(request, meter.send, isRepeating),
      raw: (request) => this.#pass(request, meter.raw, isRepeating),
      abort: (request, how) => this.#pass(request, (sent) => meter.abort(sent, how), isRepeating),
      sendUnmetered: async (request) => {
        const isHarmed = this.options.watch.describeHarm() !== undefined && isUnsafeRequest(request);
        try {
          if (isHarmed) return await this.#sendAfterHarm(request);
          return await this.#pass(request, meter.sendUnmetered, isRepeating);
        } catch (error) {
          if (!(error instanceof InconclusiveError)) throw error;
          return { ...request, n: unsentNumber, answer: undefined, silence: `not sent: ${error.why}` };
        }
      },
    };
  }

  /** The way of every request: is it in the scope, permitted, earned, and ours? Then it is sent, and others are compared. */
  async #pass<T extends Sent>(request: ClientRequest, go: Go<T>, isRepeating: boolean): Promise<T> {
    const { watch, earned, excluded, findRoute, findCollection } = this.options;
    const { method, path } = request;
    // Nothing outside of the scope that the user names is sent, whichever part wants to.
    const problem = excluded?.scope && findScopeProblem(excluded.scope, method, path);
    if (problem !== undefined) refuse(request, problem);
    const [unfilled] = /\{[^{}/?]+\}/.exec(path.split('?', 1)[0] ?? '') ?? [];
    if (unfilled !== undefined) refuse(request, `no value is known for ${unfilled}`);
    if (!isUnsafeRequest(request)) return go(request);
    const route = findRoute(request);
    const content = readSentContent(request);
    await watch.awaitQuiet();
    requireHarmless(watch);
    this.#requirePermitted(request, route);
    const collection = findCollection(route.collection);
    const mayBeList = collection?.acceptsArrays === true;
    if (content.kind === 'array' && !mayBeList)
      throw new UnsentError(
        'setup',
        `${method} ${path} is not sent with a list as content, which may replace all items; to send it, declare arrays: true for the resource`,
      );
    const isListCreation = mayBeList && collection.creation?.isList === true && method === collection.create?.method;
    if (!isRepeating && collection !== undefined && !(isListCreation && content.kind === 'array'))
      earned.require(request, route, content, collection);
    // Content with an id may replace an item that a list without entries does not show.
    if (collection !== undefined && (route.id === undefined || watch.hasOthers(collection.name)))
      await this.#requireOwn(request, route, collection, content.object);
    if (collection !== undefined) requireSwitchesOff(request, collection);
    return this.#sendCompared(request, go, { route, content, collection });
  }

  /**
   * Where the profile does not declare a request for the removal of items: an operation that the document describes and the plan leaves
   * out is not sent to an item of the run, either; nothing but POST is sent to the address of a list, and DELETE with a query only to
   * the address that the service gave an item.
   */
  #requirePermitted(request: ClientRequest, { template, kind }: Route): void {
    const { method, path } = request;
    const { purges = {}, excluded, hasCreated } = this.options;
    for (const steps of Object.values(purges))
      for (const step of steps)
        if (step.method === method && matchPathTemplate(step.path.split('?')[0] ?? '', path) !== undefined) return;
    if (excluded?.operations?.has(`${method} ${normalizeTemplate(template)}`))
      refuse(request, 'the plan leaves this operation out');
    if (kind === 'collection' && method !== 'POST') refuse(request, 'it may be about all items of the list');
    if (method === 'DELETE' && path.includes('?') && !(kind === 'item' && hasCreated(path)))
      refuse(request, 'a query may select other items');
  }

  /**
   * Rejects with {@link UnsentError} where GET shows an item that the run did not create, at the address itself or at the one that
   * the content would get by its id: not every list shows all items. Each address is read once, and where other clients write, the
   * address of a removed item each time: one of them may have got its id.
   */
  async #requireOwn(request: ClientRequest, { id }: Route, collection: Collection, sent?: JsonObject) {
    const { method, path } = request;
    const { hasCreated, hasRemoved, watch } = this.options;
    const address =
      id === undefined ? findNewAddress(method, path, collection, sent) : readItemPath(path, id, collection);
    // No item of others has an id with the marker of a run. An id that only looks random may be that of any item.
    if (address === undefined || markedAddress.test(address)) return;
    const isFree = hasRemoved(collection.name, address) && watch.isShared(collection.name);
    if (!isFree && (hasCreated(address) || hasCreated(path))) return;
    const isTaken = (isFree ? undefined : this.#taken.get(address)) ?? showsOthers(collection, address, this.options);
    this.#taken.set(address, isTaken);
    if (await isTaken) refuse(request, 'the item there is not one of this run');
  }

  /**
   * Sends a write. The first of a kind waits for those of other kinds, and others are compared when it is accepted, and when it is
   * refused: all of them after the first that a place accepts, those of its collection after the others.
   */
  async #sendCompared<T extends Sent>(request: ClientRequest, go: Go<T>, { route, content, collection }: GuardedWrite) {
    const { watch } = this.options;
    const meter = this.meter;
    if (meter.spent() >= this.#dueAt && watch.hasOthers()) {
      this.#dueAt = Number.POSITIVE_INFINITY;
      await watch.compare();
      this.#dueAt = meter.spent() + comparedEvery;
      requireHarmless(watch);
    }
    const place = `${route.template} ${request.method}`;
    const known = this.#compared.get(place) ?? new Set<string>();
    this.#compared.set(place, known);
    const send = async (): Promise<T> => {
      const first = this.#firstWrites.get(place);
      if (first !== undefined) await this.#awaitLook(first);
      const exchange = await go(request);
      if (exchange.n === unsentNumber) return exchange;
      watch.recordWrite(exchange, collection, content.object);
      const isRefused = exchange.answer !== undefined && !hasStatus(exchange, 2, 3);
      if (first === undefined && !isRefused && watch.hasOthers())
        this.#firstWrites.set(place, { n: exchange.n, at: clock.now() });
      return exchange;
    };
    const { kind } = content;
    const isDoubtful = () => watch.isDoubtful(request.method, collection?.name);
    // What earns kinds of content compares others by itself.
    const isEarning = request.trial?.startsWith(`${earningStep}@`) === true;
    if ((known.has(`${kind} accepted`) && !isDoubtful()) || isEarning || !watch.hasOthers()) return send();
    const own = this.#turn.then(async () => {
      requireHarmless(watch);
      if (isDoubtful()) return this.#sendAlone(send, collection);
      const exchange = await send();
      // The service may have done what a request without an answer asks for.
      const answer = exchange.answer === undefined || hasStatus(exchange, 2, 3) ? 'accepted' : 'refused';
      if (exchange.n === unsentNumber || known.has(`${kind} accepted`) || known.has(`${kind} ${answer}`))
        return exchange;
      const isFirst = answer === 'accepted' && ![...known].some((one) => one.endsWith(' accepted'));
      await watch.compare(isFirst ? undefined : collection?.name, { after: exchange });
      known.add(`${kind} ${answer}`);
      return exchange;
    });
    this.#turn = own.catch(() => {});
    return own;
  }

  /** Others are compared before and after a write, so that nothing else comes between. */
  async #sendAlone<T extends Sent>(send: () => Promise<T>, collection: Collection | undefined): Promise<T> {
    const { watch } = this.options;
    const { listMs = 0, itemMs = 0 } = collection?.consistency ?? {};
    const lagMs = Math.max(listMs, itemMs, watch.mayLag() ? longestLagMs : 0);
    await pause(lagMs);
    await watch.compare();
    requireHarmless(watch);
    const exchange = await send();
    if (exchange.n === unsentNumber) return exchange;
    await pause(lagMs);
    await watch.compare(undefined, { after: exchange });
    return exchange;
  }

  /** Where lists lag, others are compared once more before a second write at a place, when the lag after the first one is over. */
  async #awaitLook(first: FirstWrite): Promise<void> {
    const { watch } = this.options;
    if (!watch.mayLag()) return;
    const look = async ({ at, n }: FirstWrite) => {
      await pause(Math.max(0, longestLagMs - (clock.now() - at)));
      await watch.compare(undefined, { since: n });
    };
    first.look ??= look(first);
    await first.look;
    requireHarmless(watch);
  }

  /** After harm, only items that show the marker of the run are removed, and only where no removal can have done the harm. */
  async #sendAfterHarm(request: ClientRequest): Promise<SentExchange> {
    const { watch, runMark } = this.options;
    const { method, path } = request;
    if (method !== 'DELETE' || watch.mayRemovalHarm()) throw new UnsentError('setup', watch.describeHarm() ?? '');
    const { record: _, content: __, headers: ___, ...about } = request;
    const seen = await this.meter.sendUnmetered({ ...about, method: 'GET' });
    if (!hasStatus(seen, 200) || !seen.answer?.text.includes(`assay-${runMark}`))
      throw new UnsentError('setup', `GET ${path} does not show that the run created the item`);
    return this.meter.sendUnmetered(request);
  }
}

/** What is known of a write when it is sent. */
interface GuardedWrite {
  readonly route: Route;
  readonly content: SentContent;
  readonly collection: Collection | undefined;
}

function refuse({ method, path }: ClientRequest, why: string): never {
  throw new UnsentError('setup', `${method} ${path} is not sent: ${why}`);
}

function requireHarmless(watch: OthersWatch): void {
  const harm = watch.describeHarm();
  if (harm !== undefined) throw new UnsentError('budget', harm);
}

const markedAddress = /\/[^/]*assay-[0-9a-f]{8}-[^/]*$/i;

/** Throws {@link UnsentError} where content turns on a switch that one item of others may have: the service may take it from there. */
function requireSwitchesOff(request: ClientRequest, collection: Collection) {
  const taken = findTurnedOn(collection, request.content);
  const why = `${taken} may be true in one item only, and in one of others; to have it sent, declare resources[].create.overrides`;
  if (taken !== undefined) refuse(request, why);
}

/** Whether GET shows an item that no run created. An error with status 200 is no item. */
async function showsOthers(collection: Collection, path: string, context: ReadOthersContext): Promise<boolean> {
  const { is, json } = await readItem(collection, path, context);
  if (is !== 'shown' || json === undefined || readIdAsText(collection, json) === undefined) return false;
  return listOthers(collection, [json]).length > 0;
}
