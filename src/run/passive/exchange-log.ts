import type { OpenClient } from '../../http/client.js';
import { type ClientRequest, type SentExchange, unsentNumber } from '../../http/exchange.js';
import { isSafeMethod } from '../../http/method-guard.js';
import { isObject } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Trial } from '../../model/result/plan.js';
import type { Collection } from '../../model/service/subject.js';
import { isAboutStatus, type PassiveCheck } from '../../rule/passive-check.js';
import type { NamedRule } from '../../rule/rule.js';
import { type FollowedWrite, ItemHistory } from './item-history.js';
import type { FindRoute, Route } from './route-table.js';
import { buildObserved, keepWrite, type SeenExchange } from './seen-exchange.js';

/** Least number of responses from which something is usual. */
const minResponses = 3;
/** Maximum number of operations, and of members of one. */
const maxOperations = 2_000;
const maxMembers = 200;
/** Suspects of one kind (rule, method, status, depth of the path), and of one rule, that are kept. */
const maxSuspectsOfKind = 8;
const maxSuspects = 200;
/** Writes that are kept in a long run. */
const maxWrites = 30_000;
/** Maximum number of earlier paths, and of paths outside of known routes. */
const maxPaths = 20_000;

/** An exchange that seems to break the promise of a passive rule. */
export interface Suspect extends SeenExchange {
  readonly flaw: string;
}

/** What a passive rule has seen so far. */
export interface Sightings {
  /** Number of exchanges that the promise concerns, by method and status. */
  concerned: number;
  flawed: number;
  /** The first ones of each kind. */
  readonly suspects: Suspect[];
}

/** How the service refused an operation to one trial. */
export interface RefusedUse {
  readonly method: string;
  readonly route: Route;
  /** Statuses with which the service refused it to the default caller. */
  readonly refusals: Set<number>;
}

/** A passive rule, and what it has seen. */
interface Watcher {
  readonly id: string;
  readonly check: PassiveCheck;
  readonly sightings: Sightings;
  /** Number of suspects of each kind. */
  readonly kinds: Map<string, number>;
}

/** What successful responses of one operation have in common. */
interface UsualMembers {
  responses: number;
  readonly counts: Map<string, number>;
}

/** Records what is exchanged with the service, as far as it is needed at the end; the passive rules among `rules` look at each exchange once. */
export class ExchangeLog {
  /** What the items of the run showed, and which refused requests may have changed them. */
  readonly items: ItemHistory;
  readonly #watchers: readonly Watcher[];
  readonly #watchersByStatus = new Map<number, readonly Watcher[]>();
  readonly #writes: ObservedExchange[] = [];
  readonly #usual = new Map<string, UsualMembers>();
  /** Successful operations, by method and template; requests from before the routes are sorted when these become known. */
  readonly #successes = new Set<string>();
  readonly #early = new Map<string, Pick<ClientRequest, 'method' | 'path'>>();
  readonly #refused = new Map<string, Map<string, RefusedUse>>();
  /** Whether the routes may still change. */
  #isEarly = true;
  #findRoute: FindRoute | undefined;
  #all = 0;
  #failed = 0;

  constructor(rules: readonly NamedRule[]) {
    this.#watchers = rules.flatMap(({ id, rule: { observes: check } }) =>
      check ? [{ id, check, sightings: { concerned: 0, flawed: 0, suspects: [] }, kinds: new Map() }] : [],
    );
    const has = (kind: 'isAboutEffects' | 'isAboutOthers') => this.#watchers.some(({ check }) => check[kind] === true);
    this.items = new ItemHistory(has('isAboutEffects'), has('isAboutOthers'));
  }

  /** Wraps a client: every exchange is recorded. A raw one has no part in passive rules. */
  observe(client: OpenClient): OpenClient {
    const send: OpenClient['send'] = async (request) => {
      const exchange = await client.send(request);
      if (exchange.n !== unsentNumber) this.record(request, exchange);
      return exchange;
    };
    const raw: OpenClient['raw'] = async (request) => {
      const exchange = await client.raw(request);
      if (exchange.n !== unsentNumber)
        this.#recordUse(request, exchange.answer?.status ?? 0, this.#findRoute?.(request.path));
      return exchange;
    };
    return { ...client, send, raw };
  }

  record(request: ClientRequest, sent: SentExchange): void {
    const { method, path, answer } = sent;
    const status = answer?.status ?? 0;
    const route = this.#findRoute?.(path);
    this.#recordUse(request, status, route);
    const seen = { exchange: buildObserved(request, sent), sent };
    this.#all += 1;
    if (status === 500 || sent.silence !== undefined) this.#failed += 1;
    if (!isSafeMethod(method) && this.#writes.length < maxWrites) this.#writes.push(keepWrite(seen.exchange));
    let watchers = this.#watchersByStatus.get(status);
    if (watchers === undefined) {
      const isPlain = ({ check }: Watcher) => check.isAboutEffects !== true && check.isAboutOthers !== true;
      watchers = this.#watchers.filter((one) => isPlain(one) && isAboutStatus(one.check, answer));
      this.#watchersByStatus.set(status, watchers);
    }
    for (const watcher of watchers) inspect(watcher, seen);
    if (route === undefined) return;
    if (answer !== undefined && status <= 299 && isObject(answer.json)) this.#countMembers(method, route, answer.json);
    if (!this.items.isFollowing) return;
    const { followed, suspects } = this.items.record(seen, route);
    if (followed.length > 0) this.recordFollowed(followed);
    for (const suspect of suspects)
      for (const watcher of this.#watchers)
        if (watcher.check.isAboutOthers && isAboutStatus(watcher.check, suspect.exchange.answer))
          inspect(watcher, suspect);
  }

  /** Records refused writes that were followed: the passive rules about effects judge them. */
  recordFollowed(followed: readonly FollowedWrite[]): void {
    for (const { exchange, sent, effect } of followed)
      for (const watcher of this.#watchers)
        if (watcher.check.isAboutEffects && isAboutStatus(watcher.check, exchange.answer))
          inspect(watcher, { exchange: { ...exchange, ...(effect && { effect }) }, sent });
  }

  /** Sorts requests by these routes, the earlier ones included. Those are forgotten once the routes are `final`. */
  setRoutes(findRoute: FindRoute, collections: readonly Collection[], are: 'preliminary' | 'final' = 'final'): void {
    this.#findRoute = findRoute;
    this.#isEarly = are === 'preliminary';
    for (const { method, path } of this.#early.values()) this.#successes.add(`${method} ${findRoute(path).template}`);
    if (!this.#isEarly) this.#early.clear();
    this.items.setRoutes(findRoute, collections);
  }

  /** The members that successful responses of the same operation usually have; empty where fewer than three are known. */
  listUsualMembers({ method, path }: Pick<ObservedExchange, 'method' | 'path'>): readonly string[] {
    const { responses, counts } = this.#usual.get(`${method} ${this.#findRoute?.(path).template}`) ?? noMembers;
    return responses < minResponses ? [] : [...counts].flatMap(([name, n]) => (n * 2 > responses ? [name] : []));
  }

  getSightings(rule: string): Sightings {
    return this.#watchers.find(({ id }) => id === rule)?.sightings ?? { concerned: 0, flawed: 0, suspects: [] };
  }

  readonly listWrites = (): readonly ObservedExchange[] => this.#writes;

  /** Whether a valid request of the same kind succeeded. Any is the control of a method that is not offered; a read needs a read. */
  hasControl({ method, route: { template }, refusals }: RefusedUse): boolean {
    const isOffered = /^(GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method) && !refusals.has(405) && !refusals.has(501);
    const methods = method === 'GET' || method === 'HEAD' ? ['GET', 'HEAD'] : [method];
    const valid = isOffered ? methods : ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    return valid.some((one) => this.#successes.has(`${one} ${template}`));
  }

  /** The operations that the service refused to a trial; empty where one of them has a control. */
  listUncontrolled({ rule, subject }: Trial): readonly RefusedUse[] {
    const uses = this.#refused.get(`${rule}@${subject.name}`);
    if (uses === undefined) return [];
    return [...uses.values()].some((use) => this.hasControl(use)) ? [] : [...uses.values()];
  }

  /** The share of requests that failed with 500 or a broken connection. */
  computeFailureRate(): number {
    return this.#all === 0 ? 0 : this.#failed / this.#all;
  }

  /** Forgets the writes when the run is over and its results need the memory. */
  forgetWrites(): void {
    this.#writes.length = 0;
  }

  #recordUse({ method, path, trial, role, as = 'full' }: ClientRequest, status: number, route: Route | undefined) {
    if (status >= 200 && status < 400) {
      if (this.#isEarly && this.#early.size < maxPaths) this.#early.set(`${method} ${path}`, { method, path });
      if (route !== undefined && this.#successes.size < maxPaths) this.#successes.add(`${method} ${route.template}`);
    }
    if (status < 400 || status >= 500 || trial === undefined || role !== undefined || as !== 'full' || !route) return;
    const own = this.#refused.get(trial) ?? new Map<string, RefusedUse>();
    this.#refused.set(trial, own);
    const key = `${method} ${route.template}`;
    const use = own.get(key) ?? { method, route, refusals: new Set<number>() };
    if (own.size < maxPaths) own.set(key, use);
    use.refusals.add(status);
  }

  #countMembers(method: string, { template }: Route, json: object): void {
    const key = `${method} ${template}`;
    const known = this.#usual.get(key) ?? { responses: 0, counts: new Map<string, number>() };
    if (this.#usual.size < maxOperations) this.#usual.set(key, known);
    known.responses += 1;
    for (const name of Object.keys(json).slice(0, maxMembers))
      if (known.counts.size < maxMembers || known.counts.has(name))
        known.counts.set(name, (known.counts.get(name) ?? 0) + 1);
  }
}

const noMembers: UsualMembers = { responses: 0, counts: new Map() };

/** Counts what a rule sees, and keeps its first suspects of each kind. */
function inspect({ check, sightings, kinds }: Watcher, { exchange, sent }: SeenExchange): void {
  if (check.concerns?.(exchange) === false) return;
  sightings.concerned += 1;
  const flaw = check.findFlaw(exchange, noContext);
  if (flaw === undefined) return;
  sightings.flawed += 1;
  const { method, path, answer, content } = exchange;
  const [plain = '', query] = path.split('?');
  const [, top = '', ...below] = plain.split('/');
  const kind = `${method} ${top} ${below.length} ${query === undefined} ${answer?.status} ${content === undefined}`;
  const count = (kinds.get(kind) ?? 0) + 1;
  kinds.set(kind, count);
  if (count <= maxSuspectsOfKind && sightings.suspects.length < maxSuspects)
    sightings.suspects.push({ exchange, sent, flaw });
}

/** Before the survey, nothing is known about choices and documents: suspects are checked again with it. */
const noContext = { dialect: undefined, declaredStatuses: [] } as unknown as Parameters<PassiveCheck['findFlaw']>[1];
