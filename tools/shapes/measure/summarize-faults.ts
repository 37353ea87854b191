import { findFault, findKind } from '../faults/faults.js';
import type { Measured, ReportedViolation } from './measurement.js';
import type { Mode } from './modes.js';
import { matchesRule } from './promises/broken-promise.js';
import { faultPromises } from './promises/fault-promises.js';
import { isSameClause } from './read-clauses.js';
import { nameResult } from './run-measurements.js';

/** What an audit said about the fault of its service. */
export interface Detection {
  readonly name: string;
  readonly kind: string;
  readonly mode: Mode;
  readonly isFound: boolean;
  /** Found by what the report says of harm, and by no violation. */
  readonly isHarmOnly: boolean;
  /** Whether the violations about the fault, or the harm that it does, fail the run, by default and with `--fail-on data`. */
  readonly fails: boolean;
  readonly failsOnData: boolean;
  /** Not found, and a rule held whose promise the fault breaks. */
  readonly isHeld: boolean;
}

/** Pairs of a design and a fault, of one kind and mode. */
export interface DetectionSummary {
  readonly kind: string;
  readonly mode: Mode;
  readonly pairs: number;
  readonly found: number;
  readonly byHarm: number;
  readonly fails: number;
  readonly failsOnData: number;
  readonly held: number;
}

/** What each audit of a service with a fault says about it; those whose audit without the fault is missing are left out. */
export function listDetections(all: readonly Measured[]): Detection[] {
  const correct = new Map(all.filter(({ fault }) => fault === undefined).map((one) => [nameResult(one), one]));
  return all.flatMap((one) => {
    const base = correct.get(nameResult({ design: one.design, mode: one.mode }));
    return one.fault === undefined || !base ? [] : detect(one, one.fault, base);
  });
}

/**
 * Whether a report says what a fault does that changes or removes items of others: it has them as harmed, names the request that did
 * it, and has none of the same design without the fault. The kit stops all writes then, so no rule may say it any more.
 */
const isHarmReported = (one: Measured, name: string, base: Measured): boolean =>
  findFault(name).harmsOthers === true &&
  base.reportedHarm === 0 &&
  one.harmed.some(({ requests }) => requests.some((request) => one.harmRequests.includes(request)));

/**
 * A fault is found by a violation that is about it, or by a report of the harm that it does. A reported violation is about the fault if the fault breaks the promise of its rule, and it is not reported without the fault. A
 * rule held wrongly if the fault breaks its promise and they are about the same clause: many promises are broken only in a part of the
 * requests.
 */
function detect(one: Measured, name: string, base: Measured): Detection {
  const { clauses } = findFault(name);
  const promises = faultPromises[name]?.split(' ') ?? [];
  const identify = ({ rule, subject }: ReportedViolation) => `${rule} ${subject}`;
  const known = new Set(base.violations.map(identify));
  const about = one.violations.filter(
    (violation) => matchesRule(violation.rule, promises) && !known.has(identify(violation)),
  );
  const isHarm = isHarmReported(one, name, base);
  const isFound = about.length > 0 || isHarm;
  const isBroken = ([rule, of]: [string, readonly string[]]) =>
    matchesRule(rule, promises) && isSameClause(of, clauses);
  return {
    name,
    kind: findKind(name),
    mode: one.mode,
    isFound,
    isHarmOnly: isHarm && about.length === 0,
    fails: about.some(({ fails }) => fails) || (isHarm && one.exit !== 0),
    failsOnData: about.some(({ failsOnData }) => failsOnData) || (isHarm && one.exitOnData !== 0),
    isHeld: !isFound && Object.entries(one.held).some(isBroken),
  };
}

/** Counts detections by kind of fault and mode, and for all kinds together. */
export function summarizeFaults(detections: readonly Detection[], modes: readonly Mode[]): DetectionSummary[] {
  const kinds = [...new Set(detections.map(({ kind }) => kind))];
  return [...kinds, 'all'].flatMap((kind) =>
    modes.map((mode) => {
      const own = detections.filter((one) => one.mode === mode && (kind === 'all' || one.kind === kind));
      const count = (test: (one: Detection) => boolean) => own.filter(test).length;
      return {
        kind,
        mode,
        pairs: own.length,
        found: count(({ isFound }) => isFound),
        byHarm: count(({ isHarmOnly }) => isHarmOnly),
        fails: count(({ fails }) => fails),
        failsOnData: count(({ failsOnData }) => failsOnData),
        held: count(({ isHeld }) => isHeld),
      };
    }),
  );
}
