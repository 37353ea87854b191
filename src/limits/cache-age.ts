import { clock } from '../model/clock.js';
import { type Exchange, header, type RawExchange } from '../model/exchange.js';
import { isCached } from '../rule/http/cached-answer.js';
import type { Order } from '../rule/http/request.js';

/** What a run learnt of the fields by which caches tell of themselves: some services send them with everything. */
export interface Ages {
  /** Takes note of what came back, and gives it without the fields that mean nothing here. */
  heed<E extends Told>(order: Pick<Order, 'method' | 'path'>, exchange: E): E;
  /** Milliseconds after which the service has to answer this itself; undefined where it did, as far as can be told. */
  keptMs(order: Pick<Order, 'method'>, exchange: Told): number | undefined;
}

type Told = Pick<Exchange | RawExchange, 'answer'>;

/** Fields by which caches tell that they answered; Age is one that may be older than all of the run (RFC 9111 §5.1). */
const fields = ['age', 'x-cache', 'cf-cache-status', 'x-cache-status'];

/** The same age in so many answers in a row, from so many places, over so many milliseconds, is none: what is kept grows older, and what is new has none. */
const sameAge = { answers: 8, places: 3, ms: 2_000 };

/** Begins with trust in all of them. */
export function agesOf(): Ages {
  const meaningless = new Set<string>();
  const constant = constantAge();
  // Some tell an age of what they have just fetched, too.
  let isZeroTold = false;
  // Who says so of a write as well says it of everything.
  const heedWrite = (exchange: Told) => {
    for (const name of fields) if (tellsOfReuse(name, exchange)) meaningless.add(name);
    isZeroTold ||= header(exchange.answer, 'age') === '0';
  };
  return {
    heed({ method, path }, exchange) {
      if (unsafe.has(method)) heedWrite(exchange);
      else if (method === 'GET' && constant.isShownBy(path, header(exchange.answer, 'age'))) meaningless.add('age');
      return meaningless.size === 0 ? exchange : without(meaningless, exchange);
    },
    keptMs: ({ method }, exchange) => {
      if (unsafe.has(method)) return undefined;
      const isYoung = header(exchange.answer, 'age') === '0' && !isZeroTold && !isFetched(exchange);
      return isYoung || isCached(exchange as Exchange) ? leftMs(exchange) : undefined;
    },
  };
}

/** Whether a cache says that it asked the service. */
const isFetched = ({ answer }: Told): boolean =>
  fields.some((name) => name !== 'age' && /miss|bypass|dynamic|expired|pass/i.test(header(answer, name) ?? ''));

/** A little more than what is left of the time for which it says that it may be kept (RFC 9111 §5.2.2); a second where it says nothing. */
function leftMs({ answer }: Told): number {
  const control = header(answer, 'cache-control') ?? '';
  const told = /\bs-maxage=(\d{1,9})/i.exec(control) ?? /\bmax-age=(\d{1,9})/i.exec(control);
  const left = told === null ? 0 : Number(told[1]) - Number(header(answer, 'age') ?? 0);
  return Math.max(1, left) * 1_000 + slackMs;
}

const slackMs = 50;

/** Nothing but a read is ever answered out of a cache. */
const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function tellsOfReuse(name: string, { answer }: Told): boolean {
  const value = header(answer, name);
  if (value === undefined) return false;
  return name === 'age' ? Number(value) > 0 : /hit/i.test(value);
}

function constantAge() {
  let same: { readonly age: string; readonly since: number; readonly places: Set<string>; count: number } | undefined;
  return {
    /** Takes note of the age of one read; true where it is the same everywhere. */
    isShownBy(path: string, age: string | undefined): boolean {
      const now = clock.now();
      if (age === undefined || !(Number(age) > 0)) {
        same = undefined;
        return false;
      }
      if (same?.age !== age) same = { age, since: now, places: new Set(), count: 0 };
      same.count += 1;
      if (same.places.size < sameAge.places) same.places.add(path);
      return same.count >= sameAge.answers && same.places.size >= sameAge.places && now - same.since >= sameAge.ms;
    },
  };
}

function without<E extends Told>(names: ReadonlySet<string>, exchange: E): E {
  const { answer } = exchange;
  if (answer === undefined || ![...names].some((name) => name in answer.headers)) return exchange;
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !names.has(name)));
  return { ...exchange, answer: { ...answer, headers } };
}
