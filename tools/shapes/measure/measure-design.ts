import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../../../src/audit.js';
import { clock } from '../../../src/model/clock.js';
import type { Report } from '../../../src/model/result/report.js';
import type { FoundFacts } from '../checker/crawl/facts-to-find.js';
import { findFacts } from '../checker/crawl/find-facts.js';
import { type ServedDesign, serveDesign } from '../engine/serve-design.js';
import { describeService } from '../facts/build-facts.js';
import type { ServiceFacts } from '../facts/facts.js';
import { findFault } from '../faults/faults.js';
import { compareFacts, listUnknownLists } from './compare-facts.js';
import { compareLeftovers, listHarmed } from './compare-leftovers.js';
import { describeReport, type Statement } from './describe-report.js';
import { emptyMeasurement, type Measured, type Measurement, type MeasureTask } from './measurement.js';
import { chooseProfile, type Target } from './modes.js';

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
  const found = fault ? undefined : await findFacts(design, mode === 'init' ? 'url' : mode);
  let settled = 0;
  const now = () => clock.epochMs() + settled;
  const served = await serveDesign(design, { clock: { now }, ...(fault && { change: fault.change }) });
  const folder = mkdtempSync(join(tmpdir(), 'assay-shapes-'));
  const began = performance.now();
  try {
    const report = await runAudit(mode, { facts, url: served.url, truth: served.truth(), folder });
    const milliseconds = Math.round(performance.now() - began);
    settled = settleMs;
    const said = report instanceof Error ? describeError(report) : describeReport(report, facts, fault);
    const effects = compareWithTruth(report instanceof Error ? emptyReport : report, served, facts, found);
    return { ...task, ...said, ...effects, milliseconds };
  } finally {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The report, or what was thrown instead. */
async function runAudit(mode: MeasureTask['mode'], target: Target): Promise<Report | Error> {
  try {
    const profile = await chooseProfile(mode, target);
    return await audit(profile, { seed: auditSeed, stateFolder: target.folder });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const emptyReport: Pick<Report, 'survey' | 'leftovers'> = {
  survey: { collections: [], contradictions: [], notes: [] },
  leftovers: [],
};

function describeError({ name, message, stack }: Error): Statement {
  const { violations, held, checks, reportedHarm, harmRequests, result } = emptyMeasurement;
  const exit = exitCodes[name] ?? 4;
  const ended = { exit, exitOnData: exit, endedEarly: `${name}: ${message}` };
  return {
    violations,
    held,
    checks,
    reportedHarm,
    harmRequests,
    result,
    ...ended,
    ...(exit === 4 && { crash: stack ?? message }),
  };
}

/** What a report says about lists and leftovers, and what the audit did, compared with the service. */
function compareWithTruth(
  report: Pick<Report, 'survey' | 'leftovers'>,
  served: ServedDesign,
  facts: ServiceFacts,
  found: readonly FoundFacts[] | undefined,
): Pick<Measurement, 'understanding' | 'unknownLists' | 'harmed' | 'leftovers' | 'requests'> {
  const truth = served.truth();
  return {
    understanding: found ? compareFacts(facts, report, found) : [],
    unknownLists: listUnknownLists(facts, report),
    harmed: listHarmed(facts, truth),
    leftovers: compareLeftovers(facts, truth, report.leftovers),
    requests: Object.values(truth.requests).reduce((sum, count) => sum + count, 0),
  };
}
