import { describe, expect, test } from 'vitest';
import {
  compare,
  type Exchange,
  type Finding,
  type http,
  type Item,
  type Items,
  type Json,
  type JudgingTools,
} from '#rule';
import type { HeaderFields, RawExchange } from '../../src/model/exchange.js';
import type { ObservedExchange } from '../../src/model/observed-exchange.js';
import { createBareCollection } from '../../src/model/service/bare-collection.js';
import type { Collection, Dialect } from '../../src/model/service/subject.js';
import { defaultDialect } from '../../src/profile/defaults.js';
import type { DeclaredRule } from '../../src/rule/rule.js';
import { readClauses } from '../../src/rule-set/load-rule-set.js';
import { conventionFile } from '../../src/rule-set/shipped-rules.js';
import { createJudgingTools } from '../../src/run/trial/experiment.js';

const clauses = readClauses(conventionFile);

/** What a row assumes of the profile, where it differs from the defaults. */
export interface JudgingSetup {
  readonly dialect?: Partial<Dialect>;
  readonly collection?: Partial<Collection>;
}

class RowWithSetup<S> {
  constructor(
    readonly setup: JudgingSetup,
    readonly seen: S,
  ) {}
}

/** A row with a profile of its own: `under({ dialect: { created: [200] } }, { made: … })`. */
export const under = <S>(setup: JudgingSetup, seen: S): RowWithSetup<S> => new RowWithSetup(setup, seen);

type Rows<S> = Readonly<Record<string, S | RowWithSetup<S>>>;

/** The rows of a table, by name: observations as `when` returns them, by the finding that `then` must have for them. */
export interface ThenTable<S> {
  /** The service keeps the promise: held. */
  readonly valid?: Rows<S>;
  /** The service breaks the promise: violated. A rule of level MAY that only observes has none. */
  readonly invalid?: Rows<S>;
  /** The observations say nothing about the promise: inconclusive. */
  readonly irrelevant?: Rows<S>;
  /** The observations look like a violation, and are legal: held. */
  readonly ignored?: Rows<S>;
  /** Held with a note for the report; the name of the row is the note. */
  readonly noted?: Rows<S>;
}

/**
 * Tests `then` of a rule with a table of observations. Each row is judged twice, on values that cannot be changed. A
 * table needs valid rows, invalid rows, and rows that are irrelevant, ignored or noted; a rule of level MAY that only
 * observes needs noted rows.
 *
 * @example
 *   testThen(deleteIsAcknowledged, {
 *     valid: { '204': { made, removed: exchange('DELETE', 204) } },
 *     invalid: { '201': { made, removed: exchange('DELETE', 201) } },
 *     irrelevant: { '403': { made, removed: exchange('DELETE', 403) } },
 *   });
 */
export function testThen<S>(
  rule: Pick<DeclaredRule<never, S>, 'then' | 'title' | 'clause'> | undefined,
  { valid = {}, invalid = {}, irrelevant = {}, ignored = {}, noted = {} }: ThenTable<S>,
): void {
  if (rule === undefined) throw new Error('the rule has no experiment at operations');
  const isOptional = clauses.find(({ clause }) => clause === rule.clause)?.level === 'MAY';
  describe(rule.title, () => {
    test.each(Object.entries(valid))('valid: %s', (_, row) => expect(judge(rule, row).verdict).toBe('held'));
    test.each(Object.entries(ignored))('ignored: %s', (_, row) => expect(judge(rule, row).verdict).toBe('held'));
    test.each(Object.entries(noted))('noted: %s', (note, row) =>
      expect(judge(rule, row)).toEqual({ verdict: 'held', note }),
    );
    test.each(Object.entries(irrelevant))('irrelevant: %s', (_, row) =>
      expect(judge(rule, row).verdict).toBe('inconclusive'),
    );
    test.each(Object.entries(invalid))('invalid: %s', (_, row) => {
      const finding = judge(rule, row);
      expect(finding.verdict).toBe('violated');
      if (finding.verdict === 'violated') expect(finding.grounds.actual).not.toEqual(finding.grounds.expected);
    });
    test('the table has all kinds of rows', () => {
      const count = (...rows: object[]) => rows.flatMap((some) => Object.keys(some)).length;
      expect(count(valid, noted)).toBeGreaterThan(0);
      expect(isOptional ? count(invalid, noted) : count(invalid)).toBeGreaterThan(0);
      if (!isOptional) expect(count(irrelevant, ignored, noted)).toBeGreaterThan(0);
    });
  });
}

function judge<S>(rule: Pick<DeclaredRule<never, S>, 'then'>, row: S | RowWithSetup<S>): Finding {
  const { setup, seen } = row instanceof RowWithSetup ? row : new RowWithSetup({}, row);
  const frozen = freeze(seen);
  const first = rule.then(frozen, createJudging(setup));
  expect(rule.then(frozen, createJudging(setup))).toEqual(first);
  return first;
}

/** The tools of `then` for the sample collection. */
function createJudging({ dialect, collection }: JudgingSetup): JudgingTools {
  const known = { ...createBareCollection('things'), ...collection };
  return createJudgingTools(known, [], { dialect: { ...defaultDialect, ...dialect } });
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
  return value;
}

/** A request with its response: `exchange('GET /things?page=2', 200, [], { etag: '"a"' })`. The path may be left out. */
export function exchange(request: string, status: number, json?: Json, headers: HeaderFields = {}): Exchange {
  const [method = 'GET', path = '/things/t1'] = request.split(' ');
  const text = json === undefined ? '' : JSON.stringify(json);
  return { n: 1, method, path, answer: { status, headers, text, json }, silence: undefined };
}

/** An exchange as a passive rule sees it. */
export const observed = (seen: Exchange): ObservedExchange => ({ ...seen, fields: {}, content: undefined });

/** A response with content that is not JSON. */
export function textExchange(request: string, status: number, text: string, headers: HeaderFields = {}): Exchange {
  const plain = exchange(request, status);
  return { ...plain, answer: { status, headers, text, json: undefined } };
}

/** A request without a response. */
export const silentExchange = (request: string): Exchange => ({
  ...exchange(request, 0),
  answer: undefined,
  silence: 'the connection was closed',
});

/** A response as it came over the socket. */
export const rawExchange = (
  request: string,
  status: number,
  content = '',
  headers: HeaderFields = {},
): RawExchange => ({
  ...exchange(request, status),
  answer: { status, headers, content },
});

/** An item that the run created with the body `sent`. `then` must not send anything. */
export function item(sent: Json = {}, id = 't1', createdBy?: Exchange): Item {
  const path = `/things/${id}`;
  const shown = compare.isObject(sent) ? { id, ...sent } : sent;
  const refuse = () => {
    throw new Error('then must send nothing');
  };
  const requests = { get: refuse, getUntil: refuse, head: refuse, put: refuse, patch: refuse, delete: refuse };
  return {
    ...{ id, path, sent, createdBy: createdBy ?? exchange('POST /things', 201, shown) },
    ...{ prepare: (body: Json) => body, ...requests },
  };
}

/** A page of a collection. It says itself whether another one follows. */
export const page = (entries: readonly Json[] | undefined, more: Partial<http.Page> = {}): http.Page => ({
  ...{ exchange: exchange('GET /things', entries ? 200 : 500, entries ?? null), entries },
  ...{ next: undefined, isReported: true, total: undefined, ...more },
});

type Walk = Awaited<ReturnType<Items['walk']>>;

/** A walk through pages, to the end. */
export const walk = (pages: readonly http.Page[], ended: Walk['ended'] = 'end'): Walk => ({
  ...{ pages, entries: pages.flatMap(({ entries = [] }) => entries), ended },
});

/** A complete listing of a collection on one page. */
export const listing = (entries: readonly Json[], more: Partial<http.Listing> = {}): http.Listing => ({
  ...{ entries, isWhole: true, trouble: undefined, pages: [exchange('GET /things', 200, entries)], ...more },
});
