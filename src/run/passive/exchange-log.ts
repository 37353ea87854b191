import type { ClientRequest, SentExchange } from '../../http/exchange.js';
import { parseJson } from '../../http/transport/parse-json.js';
import type { HttpResponse } from '../../model/exchange.js';
import { isObject } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { checkExchange, type PassiveCheck } from '../../rule/passive-check.js';
import type { NamedRule } from '../../rule/rule.js';
import { createConsequenceLog, isAboutExchange } from './effects/consequence-log.js';
import type { FindRoute } from './route-table.js';
import { createUsageLog } from './usage-log.js';

/** Least number of responses from which something is usual. */
const minResponses = 3;

/** Maximum number of operations, and of members of one. */
const maxOperations = 2_000;

const maxMembers = 200;

/** An exchange that seems to break the promise of a passive rule. */
export interface Suspect {
  readonly exchange: ObservedExchange;
  /** The exchange as the client returned it: it has the record for the report. */
  readonly sent: SentExchange;
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

/** Suspects of one kind (rule, method, status, depth of the path), and of one rule, that are kept. */
const maxSuspectsOfKind = 8;
const maxSuspects = 200;
/** Writes that are kept in a long run. */
const maxWrites = 30_000;
/** Maximum length of the content of a response that is kept with a write. */
const maxKeptText = 8_192;

/** Records what is exchanged with the service, as far as it is needed at the end; the passive rules among `rules` look at each exchange. */
export function createExchangeLog(rules: readonly NamedRule[]) {
  const checks = rules.flatMap(({ id, rule: { observes } }) => (observes ? [{ id, observes }] : []));
  const plain = checks.filter(isAboutExchange);
  const { inspect, getSightings } = createInspection(checks.map(({ id }) => id));
  const writes: ObservedExchange[] = [];
  const usage = createUsageLog();
  const consequences = createConsequenceLog(checks, inspect);
  const usual = createUsualMembers();
  let findRoute: FindRoute | undefined;
  const tally = { all: 0, failed: 0 };
  return {
    /** Records refused writes that were followed: the passive rules about effects judge them. */
    recordFollowed: consequences.recordFollowed,
    /** The effects of refused writes, as far as they were read. */
    effects: consequences.effects,
    record(request: ClientRequest, exchange: SentExchange): void {
      usage.record(request, exchange);
      const observed = buildObserved(request, exchange);
      tally.all += 1;
      if (exchange.answer?.status === 500 || exchange.silence !== undefined) tally.failed += 1;
      if (!isReading(exchange.method) && writes.length < maxWrites) writes.push(keepWrite(observed));
      for (const { id, observes } of plain) inspect(id, observes, observed, exchange);
      if (findRoute !== undefined) usual.record(observed, findRoute);
      consequences.record(observed, exchange);
    },
    /** Records a raw exchange: it has no part in passive rules. */
    recordRaw: usage.record,
    /** Sorts requests by these routes, the earlier ones included. */
    setRoutes(routes: FindRoute, collections: readonly Collection[]): void {
      findRoute = routes;
      usage.setRoutes(routes);
      consequences.setRoutes(routes, collections);
    },
    /** The members that successful responses of the same operation usually have; empty where too few are known. */
    listUsualMembers: (exchange: ObservedExchange) => (findRoute === undefined ? [] : usual.list(exchange, findRoute)),
    getSightings,
    /** All recorded writes in order. */
    listWrites: () => writes,
    /** Whether a request of this method to this path template succeeded. */
    hasSucceeded: usage.hasSucceeded,
    /** The operations that the service refused to a trial, by the label of its requests. */
    listRefusedUses: usage.listRefusedUses,
    /** The share of requests that failed with 500 or a broken connection. */
    computeFailureRate: () => (tally.all === 0 ? 0 : tally.failed / tally.all),
    /** Forgets the writes, when the run is over and its results need the memory. */
    forgetWrites(): void {
      writes.length = 0;
      usage.forgetEarly();
    },
  };
}

export type ExchangeLog = ReturnType<typeof createExchangeLog>;

/** Counts what each rule sees, and keeps its first suspects of each kind. */
function createInspection(ids: readonly string[]) {
  const sightings = new Map<string, Sightings>(ids.map((id) => [id, { concerned: 0, flawed: 0, suspects: [] }]));
  const kinds = new Map<string, number>();
  return {
    getSightings: (rule: string): Sightings => sightings.get(rule) ?? { concerned: 0, flawed: 0, suspects: [] },
    inspect(id: string, check: PassiveCheck, exchange: ObservedExchange, sent: SentExchange): void {
      const seen = sightings.get(id);
      const flaw = seen === undefined ? null : checkExchange(check, exchange, noContext);
      if (seen === undefined || flaw === null) return;
      seen.concerned += 1;
      if (flaw === undefined) return;
      seen.flawed += 1;
      const kind = `${id} ${buildKind(exchange)}`;
      const count = (kinds.get(kind) ?? 0) + 1;
      kinds.set(kind, count);
      if (count <= maxSuspectsOfKind && seen.suspects.length < maxSuspects)
        seen.suspects.push({ exchange, sent, flaw });
    },
  };
}

/** Before the survey, nothing is known about choices and documents: suspects are checked again with it. */
const noContext = { dialect: undefined, declaredStatuses: [] } as unknown as Parameters<PassiveCheck['findFlaw']>[1];

const buildKind = ({ method, path, answer, content }: ObservedExchange): string => {
  const [plain = '', query] = path.split('?');
  const depth = plain.split('/').length;
  const [, top = ''] = plain.split('/');
  return `${method} ${top} ${depth} ${query === undefined} ${answer?.status} ${content === undefined}`;
};

/** A safe request. */
export const isReading = (method: string): boolean => /^(GET|HEAD|OPTIONS|PROPFIND)$/.test(method);

function buildObserved(request: ClientRequest, exchange: SentExchange): ObservedExchange {
  const fields: Record<string, string> = {};
  const { headers = {} } = request;
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string') fields[name] = value;
  }
  const { content, as } = request;
  // One for each exchange: an object that begins with a spread has a hidden class of its own in Node 20.
  return { fields, content, ...(as && { as }), ...exchange };
}

const noHeaders = {};

/** A write as it is kept: of later use are the request, the status, and the ids in a success. Named members take less memory than copied ones. */
function keepWrite({ n, method, path, answer, silence, fields, content, as }: ObservedExchange): ObservedExchange {
  const kept = answer === undefined ? undefined : new KeptResponse(answer);
  return { n, method, path, answer: kept, silence, fields, content, ...(as && { as }) };
}

/** A response without its parsed content: that takes several times the memory of its text, and is read again when it is asked for. */
class KeptResponse implements HttpResponse {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly text: string;

  constructor({ status, headers: { location }, text }: HttpResponse) {
    this.status = status;
    this.headers = location === undefined ? noHeaders : { location };
    this.text = status < 300 && text.length <= maxKeptText ? text : '';
  }

  get json(): HttpResponse['json'] {
    return parseJson(this.text);
  }
}

/** Counts the members of successful responses, by operation. */
function createUsualMembers() {
  const operations = new Map<string, { responses: number; readonly members: Map<string, number> }>();
  const buildKey = ({ method, path }: Pick<ObservedExchange, 'method' | 'path'>, findRoute: FindRoute) =>
    `${method} ${findRoute(path).template}`;
  return {
    record(exchange: ObservedExchange, findRoute: FindRoute): void {
      const { answer } = exchange;
      const { json } = answer ?? {};
      if (answer === undefined || answer.status > 299 || !isObject(json)) return;
      const key = buildKey(exchange, findRoute);
      const known = operations.get(key) ?? { responses: 0, members: new Map<string, number>() };
      if (operations.size < maxOperations) operations.set(key, known);
      known.responses += 1;
      for (const name of Object.keys(json).slice(0, maxMembers))
        if (known.members.size < maxMembers || known.members.has(name))
          known.members.set(name, (known.members.get(name) ?? 0) + 1);
    },
    /** Empty where fewer than three responses are known. */
    list(exchange: Pick<ObservedExchange, 'method' | 'path'>, findRoute: FindRoute): readonly string[] {
      const { responses = 0, members = new Map<string, number>() } =
        operations.get(buildKey(exchange, findRoute)) ?? {};
      return responses < minResponses ? [] : [...members].flatMap(([name, n]) => (n * 2 > responses ? [name] : []));
    },
  };
}
