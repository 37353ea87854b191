import type { RecordedExchange, Result } from '../../model/result/report.js';

/** A category of faults in Web Fuzzing Commons. */
export interface FaultCategory {
  readonly id: string;
  readonly code: number;
}

type Exchanges = readonly RecordedExchange[];

/** A code of theirs, and what the evidence must show for it to mean the same as the violation. */
interface Meaning {
  readonly code: number;
  readonly shows?: (exchanges: Exchanges) => boolean;
}

/** The category of a violation: theirs where it says the same thing, one of ours where it does not. */
export function faultOf({ rule, evidence }: Result): FaultCategory {
  const exchanges = evidence?.exchanges ?? [];
  const meanings = isAboutFailure(rule) ? failures : (known.get(rule) ?? []);
  const meant = meanings.find(({ shows }) => shows?.(exchanges) ?? true);
  return meant ? { id: `F${meant.code}`, code: meant.code } : ownCategory(rule);
}

const statuses = (exchanges: Exchanges): number[] => exchanges.flatMap(({ answer }) => answer?.status ?? []);
const has = (test: (status: number) => boolean) => (exchanges: Exchanges) => statuses(exchanges).some(test);
const succeeds = (exchanges: Exchanges): boolean => Math.floor((statuses(exchanges).at(-1) ?? 0) / 100) === 2;
const refusesWrite = (exchanges: Exchanges): boolean =>
  exchanges.some(
    ({ request, answer }) => /^(PUT|PATCH)$/.test(request.method) && Math.floor((answer?.status ?? 0) / 100) === 4,
  );
const hasTrace = (exchanges: Exchanges): boolean =>
  exchanges.some(({ answer }) => /\n\s+at |Traceback|stack ?trace/i.test(answer?.content ?? ''));

const isAboutFailure = (rule: string): boolean => /-(is|are)-no-(server-error|failure)$/.test(rule);

const failures: readonly Meaning[] = [
  { code: 100, shows: has((status) => status === 500) },
  { code: 121, shows: has((status) => status > 501) },
];

const known: ReadonlyMap<string, readonly Meaning[]> = new Map(
  Object.entries<readonly Meaning[]>({
    'validation/statuses-are-registered': [{ code: 101, shows: has((status) => status < 100 || status > 599) }],
    'honesty/no-content-means-no-content': [
      { code: 105, shows: has((status) => status === 204) },
      { code: 111, shows: has((status) => status === 205) },
    ],
    'access/unauthenticated-gets-a-challenge': [{ code: 109, shows: has((status) => status === 401) }],
    'validation/missing-method-answers-405': [{ code: 110, shows: has((status) => status === 405) }],
    'idempotency/deleted-is-gone': [{ code: 113 }],
    'idempotency/refused-put-changes-nothing': [{ code: 114 }],
    'idempotency/refused-patch-applies-nothing': [{ code: 114 }],
    'access/unauthenticated-write-has-no-effect': [{ code: 114, shows: refusesWrite }],
    'access/unauthorised-write-has-no-effect': [{ code: 114, shows: refusesWrite }],
    'idempotency/put-replaces-the-whole': [{ code: 117 }],
    'idempotency/repeated-put-has-one-effect': [{ code: 118 }],
    'idempotency/patch-changes-only-what-it-names': [{ code: 119 }],
    'creation/location-leads-to-the-item': [{ code: 120 }],
    'creation/made-is-readable': [{ code: 122 }],
    'validation/what-the-document-forbids-is-refused': [{ code: 206 }],
    'access/private-items-are-changed-by-nobody-else': [{ code: 306 }],
    'access/reading-without-credentials-answers-401': [{ code: 307, shows: succeeds }],
    'access/writing-without-credentials-answers-401': [{ code: 308, shows: succeeds }],
    'validation/errors-show-no-internals': [{ code: 309, shows: hasTrace }],
  }),
);

/** The rules that have a code of theirs. */
export const namedRules: readonly string[] = [...known.keys()];

/** Codes from 900 on are for whoever needs them; a suite keeps its place for ever, and new ones come last. */
const suites: readonly string[] = [
  'absence',
  'access',
  'actions',
  'caching',
  'conflict',
  'creation',
  'honesty',
  'idempotency',
  'links',
  'pagination',
  'replay',
  'safety',
  'throttling',
  'validation',
  'versions',
];

/** The last code of all is for rules that are not of the kit. */
const foreign: FaultCategory = { id: 'ASSAY_OWN_RULES', code: 999 };

function ownCategory(rule: string): FaultCategory {
  const suite = rule.split('/')[0] ?? '';
  const place = suites.indexOf(suite);
  return place < 0 ? foreign : { id: `ASSAY_${suite.toUpperCase()}`, code: 900 + place };
}
