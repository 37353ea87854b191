import type { RecordedExchange, Result } from '../../model/result/report.js';

export interface FaultCategory {
  readonly id: string;
  readonly code: number;
}

type Exchanges = readonly RecordedExchange[];

/** A code of the Commons, and what the evidence must show for it to mean the same as the violation. */
interface CategoryMeaning {
  readonly code: number;
  readonly shows?: (exchanges: Exchanges) => boolean;
}

/** The category of a violation: one of the Commons if it means the same, else one of ours. */
export function categorizeViolation({ rule, evidence }: Result): FaultCategory {
  const exchanges = evidence?.exchanges ?? [];
  const meanings = isAboutFailure(rule) ? failureCategories : (knownCategories.get(rule) ?? []);
  const meant = meanings.find(({ shows }) => shows?.(exchanges) ?? true);
  return meant ? { id: `F${meant.code}`, code: meant.code } : createOwnCategory(rule);
}

const listStatuses = (exchanges: Exchanges): number[] => exchanges.flatMap(({ answer }) => answer?.status ?? []);
const hasStatus = (test: (status: number) => boolean) => (exchanges: Exchanges) => listStatuses(exchanges).some(test);
const isSuccess = (exchanges: Exchanges): boolean => Math.floor((listStatuses(exchanges).at(-1) ?? 0) / 100) === 2;
const hasRefusedWrite = (exchanges: Exchanges): boolean =>
  exchanges.some(
    ({ request, answer }) => /^(PUT|PATCH)$/.test(request.method) && Math.floor((answer?.status ?? 0) / 100) === 4,
  );
const hasTrace = (exchanges: Exchanges): boolean =>
  exchanges.some(({ answer }) => /\n\s+at |Traceback|stack ?trace/i.test(answer?.content ?? ''));

const isAboutFailure = (rule: string): boolean => /-(is|are)-not-a-server-error$/.test(rule);

const failureCategories: readonly CategoryMeaning[] = [
  { code: 100, shows: hasStatus((status) => status === 500) },
  { code: 121, shows: hasStatus((status) => status > 501) },
];

const knownCategories: ReadonlyMap<string, readonly CategoryMeaning[]> = new Map(
  Object.entries<readonly CategoryMeaning[]>({
    'validation/statuses-are-registered': [{ code: 101, shows: hasStatus((status) => status < 100 || status > 599) }],
    'responses/status-204-has-no-content': [
      { code: 105, shows: hasStatus((status) => status === 204) },
      { code: 111, shows: hasStatus((status) => status === 205) },
    ],
    'access/unauthenticated-request-gets-a-challenge': [{ code: 109, shows: hasStatus((status) => status === 401) }],
    'validation/unsupported-method-answers-405': [{ code: 110, shows: hasStatus((status) => status === 405) }],
    'idempotency/deleted-item-is-gone': [{ code: 113 }],
    'idempotency/refused-put-changes-nothing': [{ code: 114 }],
    'idempotency/refused-patch-applies-nothing': [{ code: 114 }],
    'access/unauthenticated-write-has-no-effect': [{ code: 114, shows: hasRefusedWrite }],
    'access/unauthorised-write-has-no-effect': [{ code: 114, shows: hasRefusedWrite }],
    'idempotency/put-replaces-the-whole-item': [{ code: 117 }],
    'idempotency/repeated-put-has-one-effect': [{ code: 118 }],
    'idempotency/patch-changes-only-what-it-names': [{ code: 119 }],
    'creation/location-leads-to-the-item': [{ code: 120 }],
    'creation/created-item-is-readable': [{ code: 122 }],
    'validation/schema-violation-is-refused': [{ code: 206 }],
    'access/private-items-cannot-be-changed-by-others': [{ code: 306 }],
    'access/reading-without-credentials-answers-401': [{ code: 307, shows: isSuccess }],
    'access/writing-without-credentials-answers-401': [{ code: 308, shows: isSuccess }],
    'validation/errors-show-no-internals': [{ code: 309, shows: hasTrace }],
  }),
);

/** The rules with a code of the Commons. */
export const categorizedRules: readonly string[] = [...knownCategories.keys()];

/** Codes from 900 on are free for tools. A suite keeps its code for ever; new ones are added at the end. */
const suiteOrder: readonly string[] =
  'absence access actions caching conflict creation responses idempotency links pagination replay safety throttling validation versions operations document effects nesting filters singles'.split(
    ' ',
  );

/** The last code is for rules that are not part of the kit. */
const foreignCategory: FaultCategory = { id: 'ASSAY_OWN_RULES', code: 999 };

function createOwnCategory(rule: string): FaultCategory {
  const suite = rule.split('/')[0] ?? '';
  const place = suiteOrder.indexOf(suite);
  return place < 0 ? foreignCategory : { id: `ASSAY_${suite.toUpperCase()}`, code: 900 + place };
}
