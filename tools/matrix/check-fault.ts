import { type DialectChoice, demoDialects, dialects, type Fault } from '../../src/demo/start-demo.js';
import type { Result } from '../../src/model/result/report.js';
import { auditDemoOnce, type DemoAudit, listViolatedRules, runConcurrently } from './audit-demo.js';
import type { DemoSetup } from './setup.js';
import { libraryVariants } from './start-service.js';

/** One fault over all seeds: what it must flip, what it flipped beside or instead. */
export interface FaultCheck {
  readonly fault: Fault;
  readonly seeds: number;
  readonly exact: number;
  /** Seeds that were not exact, with what was missed and what was flipped besides. */
  readonly misses: readonly {
    readonly seed: number;
    readonly missed: readonly string[];
    readonly besides: readonly string[];
  }[];
  readonly violations: readonly ReplayedViolation[];
}

/** One violation, and whether it was there again when it was replayed. */
export interface ReplayedViolation {
  readonly rule: string;
  readonly exchanges: number;
  readonly requests: number;
  /** Requests of the rule until it was first seen. */
  readonly foundAfter: number;
  readonly isReplayed: boolean;
}

/** One sound way to be over all seeds. */
export interface VariantCheck {
  readonly dialect: readonly string[];
  readonly seeds: number;
  readonly accusations: readonly { readonly seed: number; readonly rules: readonly string[] }[];
  readonly held: number;
  readonly undecided: readonly string[];
  readonly left: number;
}

/** Proves a fault: of all rules, or of those that `only` names, it must flip exactly the ones that claim it. */
export async function checkFault(
  fault: Fault,
  seeds: readonly number[],
  only: readonly string[] = [],
): Promise<FaultCheck> {
  const audited = await runConcurrently(seeds, 2, (seed) =>
    auditDemoOnce({ fault, dialect: fault.dialect ?? [], seed }, only),
  );
  const misses = audited.flatMap(findMisses(fault));
  const found = audited.flatMap(({ setup, report }) =>
    report.results.filter(({ verdict }) => verdict === 'violated').map((result) => ({ setup, result })),
  );
  const violations = await runConcurrently(found, 2, ({ setup, result }) => replayViolation(setup, result));
  return { fault, seeds: seeds.length, exact: seeds.length - misses.length, misses, violations };
}

/** Proves one sound way to be: nothing may be accused. */
export async function checkVariant(
  dialect: readonly string[],
  seeds: readonly number[],
  isFlood = false,
): Promise<VariantCheck> {
  const audited = await runConcurrently(seeds, 2, (seed) => auditDemoOnce({ dialect, seed, isFlood }));
  const accusations = audited
    .map(({ setup, report }) => ({ seed: setup.seed, rules: listViolatedRules(report) }))
    .filter(({ rules }) => rules.length > 0);
  const results = audited.flatMap(({ report }) => report.results);
  const undecided = results.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'errored');
  return {
    dialect,
    seeds: seeds.length,
    accusations,
    held: results.filter(({ verdict }) => verdict === 'held').length / seeds.length,
    undecided: [...new Set(undecided.map(({ rule, subject, cause }) => `${rule} [${subject}] ${cause}`))],
    left: Math.max(...audited.map(({ remainingOrders }) => remainingOrders)),
  };
}

/** Choices that meet in the same rules, and once did harm together. */
const combinedVariants: readonly (readonly string[])[] = [
  demoDialects,
  ['pagination-offset', 'past-end-last-page', 'small-pages'],
  ['pagination-page', 'past-end-last-page', 'small-pages', 'over-max-rejects'],
  ['pagination-keyset', 'small-pages', 'ids-integer'],
  ['access-basic', 'hides-existence', 'errors-empty', 'unique-reference'],
  ['key-in-body', 'keys-required', 'key-replays-current', 'created-location-only'],
];

/** The sound ways to be: as it is by default, then each other choice by itself, some together, all that differ at once, and the library. A limit on requests would leave nothing to see at the pace of the matrix, see `floodedWays`. */
export function listValidVariants(): (readonly string[])[] {
  const others = dialects.filter((way) => !way.isDefault && !hasRateLimit(way));
  const perAxis = new Map(others.map(({ axis, name }) => [axis, name]));
  return [
    [],
    ...others.map(({ name }) => [name]),
    ...combinedVariants,
    [...perAxis.values()],
    ...libraryVariants.map((way) => [way]),
  ];
}

/** Most choices that are tried together where each one need not be tried by itself. */
const maxCombined = 6;

/** The sound ways to be in as few audits as tell something: choices that leave each other alone, a few at a time. */
export function packVariants(): (readonly string[])[] {
  const ways = listValidVariants();
  const alone = ways.filter((way) => way.length === 1 && findAxis(way[0]) !== undefined);
  const packs: string[][] = [];
  for (const [name = ''] of alone) {
    const pack = packs.find(
      (names) => names.length < maxCombined && names.every((one) => findAxis(one) !== findAxis(name)),
    );
    if (pack) pack.push(name);
    else packs.push([name]);
  }
  return [...ways.filter((way) => !alone.includes(way)), ...packs];
}

const findAxis = (name: string | undefined): string | undefined => dialects.find((way) => way.name === name)?.axis;

/** The sound ways to be that are flooded: those that declare a limit on requests. */
export const listFloodedVariants = (): string[][] => dialects.filter(hasRateLimit).map(({ name }) => [name]);

const hasRateLimit = ({ profile = {} }: DialectChoice): boolean => 'rateLimit' in profile;

const findMisses =
  (fault: Fault) =>
  ({ setup, report }: DemoAudit) => {
    const flipped = listViolatedRules(report);
    const missed = fault.violates.filter((rule) => !flipped.includes(rule));
    const besides = flipped.filter((rule) => !fault.violates.includes(rule));
    return missed.length + besides.length === 0 ? [] : [{ seed: setup.seed, missed, besides }];
  };

async function replayViolation(setup: DemoSetup, result: Result): Promise<ReplayedViolation> {
  const { report } = await auditDemoOnce(setup, [result.rule], {
    subject: result.subject,
    ...(result.evidence?.path !== undefined && { path: result.evidence.path }),
  });
  const again = report.results.find(({ rule, subject }) => rule === result.rule && subject === result.subject);
  return {
    rule: result.rule,
    exchanges: result.evidence?.exchanges.length ?? 0,
    requests: result.requests,
    foundAfter: result.foundAfter ?? result.requests,
    isReplayed: again?.verdict === 'violated',
  };
}
