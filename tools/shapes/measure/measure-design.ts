import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../../../src/audit.js';
import { clock } from '../../../src/model/clock.js';
import { isFailing } from '../../../src/model/result/gate-policy.js';
import type { Report, Result } from '../../../src/model/result/report.js';
import { decideGate } from '../../../src/verdict/gate.js';
import { decideRunGate } from '../../../src/verdict/judging/run-gate.js';
import type { FoundFacts } from '../checker/crawl/facts-to-find.js';
import { findFacts } from '../checker/crawl/find-facts.js';
import { type ServedDesign, serveDesign } from '../engine/serve-design.js';
import { describeService } from '../facts/build-facts.js';
import type { ServiceFacts } from '../facts/facts.js';
import type { Fault } from '../faults/fault.js';
import { findFault } from '../faults/faults.js';
import { compareFacts, listUnknownLists } from './compare-facts.js';
import { compareLeftovers, listHarmed } from './compare-leftovers.js';
import { confirmAccusation } from './confirm-accusation.js';
import {
  type Accusation,
  type CheckCounts,
  emptyMeasurement,
  type Measured,
  type Measurement,
  type MeasureTask,
} from './measurement.js';
import { chooseProfile } from './modes.js';
import { indexClauses, readClauses } from './read-clauses.js';

/** The random seed of all audits. */
const auditSeed = 41;

/** Longer than the service takes to finish what it accepted: a late removal. */
const settleMs = 10_000;

/** Exit codes of the command line by the name of the error that ends it; any other error is one of the kit. */
const exitCodes: Readonly<Record<string, number>> = {
  ProfileError: 2,
  DocumentError: 2,
  RuleSetError: 2,
  UnreachableError: 3,
};

/** Serves a design, audits it in a mode on the clock of the kit, and compares the report with the truth. Throws nothing of the kit. */
export async function measureDesign({ design, mode, fault: name }: MeasureTask): Promise<Measured> {
  const task = { design, mode, ...(name !== undefined && { fault: name }) };
  const fault = name === undefined ? undefined : findFault(name);
  const facts = describeService(design);
  let settled = 0;
  const now = () => clock.epochMs() + settled;
  const served = await serveDesign(design, { clock: { now }, ...(fault && { change: fault.change }) });
  const folder = mkdtempSync(join(tmpdir(), 'assay-shapes-'));
  const began = performance.now();
  try {
    const target = { facts, url: served.url, truth: served.truth(), folder };
    const profile = await chooseProfile(mode, target);
    const report = await audit(profile, { seed: auditSeed, stateFolder: folder });
    const milliseconds = Math.round(performance.now() - began);
    settled = settleMs;
    const found = fault ? [] : await findFacts(design, mode === 'init' ? 'url' : mode);
    return { ...task, ...compare(facts, served, report, { fault, found }), milliseconds };
  } catch (error) {
    const milliseconds = Math.round(performance.now() - began);
    const effects = {
      harmed: listHarmed(facts, served.truth()),
      leftovers: compareLeftovers(facts, served.truth(), []),
    };
    return { ...task, ...describeError(error), ...effects, requests: countRequests(served), milliseconds };
  } finally {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function describeError(error: unknown): Measurement {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const exit = exitCodes[name] ?? 4;
  const ended = { exit, exitOnData: exit, endedEarly: `${name}: ${message}` };
  return { ...emptyMeasurement, ...ended, ...(exit === 4 && { crash: stack ?? message }) };
}

interface Comparison {
  readonly fault: Fault | undefined;
  readonly found: readonly FoundFacts[];
}

function compare(
  facts: ServiceFacts,
  served: ServedDesign,
  report: Report,
  { fault, found }: Comparison,
): Omit<Measurement, 'milliseconds'> {
  const truth = served.truth();
  const sources = indexClauses(report);
  const listClauses = ({ clause, family }: Result) => readClauses(sources.get(clause) ?? '', family);
  const held = report.results.filter(({ verdict }) => verdict === 'held');
  const crash = findCrash(report);
  return {
    understanding: fault ? [] : compareFacts(facts, report, found),
    unknownLists: listUnknownLists(facts, report),
    harmed: listHarmed(facts, truth),
    reportedHarm: report.harm?.length ?? 0,
    leftovers: compareLeftovers(facts, truth, report.leftovers),
    accusations: report.results
      .filter(({ verdict }) => verdict === 'violated')
      .map((result) => describeAccusation(result, listClauses(result), facts, fault)),
    held: Object.fromEntries(held.map((result) => [result.rule, listClauses(result)])),
    checks: countChecks(report.results),
    result: report.gate.result ?? '',
    exit: report.gate.exit,
    exitOnData: decideExitOnData(report),
    ...(crash !== undefined && { crash }),
    ...(report.run.endedEarly !== undefined && { endedEarly: report.run.endedEarly }),
    requests: countRequests(served),
  };
}

const countRequests = (served: ServedDesign): number =>
  Object.values(served.truth().requests).reduce((sum, count) => sum + count, 0);

function findCrash({ run, results }: Report): string | undefined {
  const errored = results.find(({ verdict }) => verdict === 'errored');
  return run.faults?.[0] ?? (errored && `${errored.rule}: ${errored.why}`);
}

function describeAccusation(
  result: Result,
  clauses: readonly string[],
  facts: ServiceFacts,
  fault: Fault | undefined,
): Accusation {
  const { rule, subject, level, family, evidence, title } = result;
  return {
    ...{ rule, subject, level, family, clauses, summary: evidence?.summary ?? title },
    isConfirmed: confirmAccusation({ rule, subject }, facts, fault),
    fails: isFailing(result, { strict: false }),
    failsOnData: isFailing(result, { strict: false, failOn: ['data'] }),
  };
}

function countChecks(results: readonly Result[]): CheckCounts {
  const counts = { held: 0, violated: 0, notApplicable: 0, errored: 0 };
  const undecided: Record<string, number> = {};
  const notRun: Record<string, number> = {};
  for (const { verdict, cause = 'none' } of results) {
    const group = cause.split(':')[0] ?? cause;
    if (verdict === 'inconclusive') undecided[group] = (undecided[group] ?? 0) + 1;
    else if (verdict === 'not-run') notRun[group] = (notRun[group] ?? 0) + 1;
    else counts[verdict === 'not-applicable' ? 'notApplicable' : verdict]++;
  }
  return { ...counts, undecided, notRun };
}

/** The exit code that the same audit has with `--fail-on data`. */
function decideExitOnData(report: Report): number {
  const { results, gate } = report;
  if (gate.exit !== 0 && gate.exit !== 1 && gate.exit !== 5) return gate.exit;
  const run = { ...report.run, failOn: ['data'] };
  const decided = decideGate({ results, waivers: [], strict: false, failOn: run.failOn, endedEarly: run.endedEarly });
  return decideRunGate({ ...report, run, gate: decided }, {}).exit;
}
