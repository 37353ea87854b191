import { type FactName, factNames } from '../checker/crawl/facts-to-find.js';
import type { Measured } from './measurement.js';
import type { Mode } from './modes.js';

/** How facts that a client can find in a mode are understood, and how many of the others are understood wrongly. */
export interface FactCounts {
  readonly right: number;
  readonly wrong: number;
  readonly unknown: number;
  readonly wrongElsewhere: number;
  /** The crawler did not find them. */
  readonly rightElsewhere: number;
}

/** The figures of all audits of one mode of services without a fault. */
export interface ModeSummary {
  readonly mode: Mode;
  readonly audits: number;
  readonly facts: Readonly<Record<FactName, FactCounts>>;
  readonly unknownLists: number;
  readonly violations: { readonly right: number; readonly wrong: number };
  /**
   * Items of others that were written to or changed, of these by a side effect only; audits with such items, audits whose report says
   * that there are some, and of these the audits without any.
   */
  readonly harm: {
    readonly items: number;
    readonly bySideEffect: number;
    readonly audits: number;
    readonly reported: number;
    readonly reportedWrongly: number;
  };
  /** Items that exist at the end, those that the report does not name, and entries of the report for none. */
  readonly leftovers: { readonly left: number; readonly unreported: number; readonly notLeft: number };
  readonly checks: {
    readonly decided: number;
    readonly undecided: Readonly<Record<string, number>>;
    readonly notApplicable: number;
    readonly notRun: Readonly<Record<string, number>>;
  };
  /** Audits by exit code. */
  readonly exits: Readonly<Record<number, number>>;
  readonly exitsOnData: Readonly<Record<number, number>>;
  readonly crashes: number;
  readonly stalls: number;
  readonly requests: { readonly median: number; readonly sum: number };
  readonly milliseconds: { readonly median: number; readonly sum: number };
}

/** Summarizes the measurements of services without a fault, mode by mode. */
export function summarizeModes(all: readonly Measured[], modes: readonly Mode[]): ModeSummary[] {
  return modes.map((mode) => {
    const own = all.filter((one) => one.mode === mode && one.fault === undefined);
    const violations = own.flatMap((one) => one.violations);
    const harmed = own.filter((one) => one.harmed.length > 0);
    const crashes = own.filter(({ crash }) => crash !== undefined).length;
    return {
      mode,
      audits: own.length,
      facts: Object.fromEntries(factNames.map((name) => [name, countFacts(own, name)])) as ModeSummary['facts'],
      unknownLists: sum(own, (one) => one.unknownLists.length),
      violations: {
        right: violations.filter(({ isConfirmed }) => isConfirmed).length,
        wrong: violations.filter(({ isConfirmed }) => !isConfirmed).length,
      },
      harm: {
        audits: harmed.length,
        items: sum(harmed, (one) => one.harmed.length),
        bySideEffect: sum(harmed, (one) => one.harmed.filter(({ requests }) => requests.length === 0).length),
        reported: own.filter(({ reportedHarm }) => reportedHarm > 0).length,
        reportedWrongly: own.filter((one) => one.reportedHarm > 0 && one.harmed.length === 0).length,
      },
      leftovers: {
        left: sum(own, ({ leftovers }) => leftovers.left),
        unreported: sum(own, ({ leftovers }) => leftovers.unreported.length),
        notLeft: sum(own, ({ leftovers }) => leftovers.notLeft.length),
      },
      checks: countChecks(own),
      exits: countBy(own.map(({ exit }) => exit)),
      exitsOnData: countBy(own.map(({ exitOnData }) => exitOnData)),
      crashes,
      stalls: own.filter(({ stall }) => stall).length,
      requests: measure(own.map(({ requests }) => requests)),
      milliseconds: measure(own.map(({ milliseconds }) => milliseconds)),
    };
  });
}

const sum = <T>(all: readonly T[], count: (one: T) => number): number =>
  all.reduce((total, one) => total + count(one), 0);

/** A fact of an audit without a report is unknown, too, but what was findable is not known any more. */
function countFacts(all: readonly Measured[], name: FactName): FactCounts {
  const counts = { right: 0, wrong: 0, unknown: 0, wrongElsewhere: 0, rightElsewhere: 0 };
  for (const { facts } of all.flatMap(({ understanding }) => understanding)) {
    const { understood, findability } = facts[name];
    if (findability === 'findable') counts[understood]++;
    else if (understood === 'wrong') counts.wrongElsewhere++;
    else if (understood === 'right') counts.rightElsewhere++;
  }
  return counts;
}

function countChecks(all: readonly Measured[]): ModeSummary['checks'] {
  const checks = all.map((one) => one.checks);
  return {
    decided: sum(checks, ({ held, violated }) => held + violated),
    undecided: addCounts(checks.map(({ undecided }) => undecided)),
    notApplicable: sum(checks, ({ notApplicable }) => notApplicable),
    notRun: addCounts(checks.map(({ notRun }) => notRun)),
  };
}

function addCounts(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [name, count] of all.flatMap((one) => Object.entries(one))) total[name] = (total[name] ?? 0) + count;
  return Object.fromEntries(Object.entries(total).sort(([, one], [, other]) => other - one));
}

function countBy(values: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function measure(values: readonly number[]): { readonly median: number; readonly sum: number } {
  const sorted = [...values].sort((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, sum: sum(values, (one) => one) };
}
