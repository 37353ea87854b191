import type { Report, Result, Verdict } from '../../src/model/result/report.js';
import type { ServiceAudit } from './audit-service.js';
import { compareItems, type ItemDifference } from './compare-items.js';
import { type KnownViolation, nameCheck } from './known-violations.js';
import type { Mode } from './service.js';

/** What one audit of a field service came to; checks are named as by {@link nameCheck}. */
export interface Measurement {
  readonly service: string;
  readonly mode: Mode;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The verdict of each check, with its cause where it has one. */
  readonly verdicts: Readonly<Record<string, string>>;
  /** How many violations of the service are known. */
  readonly known: number;
  /** Known violations that were not reported. */
  readonly missed: readonly KnownViolation[];
  /** Reported violations that are not known. */
  readonly wrong: readonly string[];
  /** Operations that were found, and those with at least three rules that are held or violated. */
  readonly operations: { readonly found: number; readonly judged: number; readonly unjudged: readonly string[] };
  readonly seconds: number;
  readonly requests: number;
  /** Items by the lists of the service, and by the report. */
  readonly left: ItemDifference & { readonly reported: number };
  readonly endedEarly?: string;
}

/** A service, or one of its modes, without a measurement. */
export interface Unmeasured {
  readonly service: string;
  readonly mode?: Mode;
  readonly reason: string;
}

/** What `npm run field:table` prints, and what it writes with `--json`. */
export interface FieldTable {
  readonly measurements: readonly Measurement[];
  /** Services that cannot be started here. */
  readonly skipped: readonly Unmeasured[];
  /** Audits that threw. */
  readonly failed: readonly Unmeasured[];
}

/** Counts the verdicts of an audit and compares its violations with those that are known. */
export function measureAudit(
  service: string,
  mode: Mode,
  { report, before, after }: ServiceAudit,
  known: readonly KnownViolation[],
): Measurement {
  const violated = report.results.filter(({ verdict }) => verdict === 'violated').map(nameResult);
  const knownChecks = new Set(known.map(({ check }) => check));
  return {
    service,
    mode,
    counts: countVerdicts(report),
    verdicts: Object.fromEntries(report.results.map((result) => [nameResult(result), describeVerdict(result)])),
    known: known.length,
    missed: known.filter(({ check }) => !violated.includes(check)),
    wrong: violated.filter((check) => !knownChecks.has(check)),
    operations: countOperations(report),
    seconds: Math.round(report.durationMs / 1000),
    requests: report.requests,
    left: { ...compareItems(before, after), reported: report.leftovers.length },
    ...(report.run.endedEarly === undefined ? {} : { endedEarly: report.run.endedEarly }),
  };
}

/** The rules of an operation are decided when it can be said whether they are kept. */
const judgedFrom = 3;

function countOperations({ coverage: { operations = [] } }: Report): Measurement['operations'] {
  const unjudged = operations.filter(({ held, violated }) => held + violated < judgedFrom);
  const names = unjudged.map(({ method, path, why }) => `${method} ${path}${why === undefined ? '' : ` (${why})`}`);
  return { found: operations.length, judged: operations.length - unjudged.length, unjudged: names };
}

const nameResult = ({ rule, subject }: Result): string => nameCheck(rule, subject);

const describeVerdict = ({ verdict, cause }: Result): string =>
  cause === undefined ? verdict : `${verdict}: ${cause}`;

function countVerdicts({ results }: Report): Record<Verdict, number> {
  const counts = { held: 0, violated: 0, inconclusive: 0, 'not-applicable': 0, 'not-run': 0, errored: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}
