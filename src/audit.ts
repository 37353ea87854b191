import { ask } from './audit/consent.js';
import { overheard } from './audit/exchange-events.js';
import { endingOf } from './audit/exit-status.js';
import { ledgerOf } from './audit/ledger-origin.js';
import type { AuditOptions } from './audit/options.js';
import { telling } from './audit/outcome-events.js';
import { planner } from './audit/plan-trials.js';
import { shownReport, shownSurvey } from './audit/redact-report.js';
import { known } from './audit/report-header.js';
import { clientFor, look } from './audit/survey-service.js';
import { noTape, tapeTo } from './http/tape.js';
import { clock } from './model/clock.js';
import type { Profile } from './model/profile/profile.js';
import type { Report } from './model/result/report.js';
import { indexRules } from './rule/rules-by-id.js';
import { readLaw } from './rule-set/load-rule-set.js';
import { run } from './run/run.js';
import { stagesOf } from './run/stages.js';
import { witness } from './survey/baseline/baseline-recorder.js';
import { baselineOf } from './survey/baseline/make-baseline.js';
import { judge } from './verdict/judging/judge.js';

/** Audits a service: survey, plan, run, judge. Throws Unreachable, DiscoveryError, Declined, or a file system's error; never for what a service does later. */
export async function audit(profile: Profile, options: AuditOptions): Promise<Report> {
  const startedAt = new Date();
  const today = startedAt.toISOString().slice(0, 10);
  const begunAt = clock.now();
  const { baseUrl, permit, dialect, limits, cleanup } = profile;
  const { rules: named, clauses } = await readLaw(profile.ruleFolders);
  const rules = indexRules(named);
  const heard = overheard(options.files ? tapeTo(options.files.tape) : noTape, options.onExchange);
  const { tape, watch, of } = witness(heard, baseUrl);
  const client = clientFor(profile, tape);
  const stages = stagesOf(client.redact);
  try {
    const { found, knock, fault, cut, lost } = await look(profile, client, { ...options, begunAt });
    const { collections, document } = found;
    watch(options.onSeen ? collections : []);
    const plan = planner(named, profile, { ...options, cut });
    const shown = client.clearNames(found);
    const askedMs = await ask(options.consent, { survey: shown, ...plan(collections), requests: client.count() });
    const came = await run({
      ...{ plan, rules, collections, document, client },
      ...{ baseUrl, permit, dialect, limits, cleanup },
      ...options,
      onOutcome: telling(options, profile, { rules, today }, client),
      begunAt: begunAt + askedMs,
      isForeign: !profile.isLoopback,
      ledgerFile: options.files?.ledger,
      ...ledgerOf(profile, startedAt),
      trouble: () => tape.trouble?.() ?? options.trouble?.(),
    });
    stages.tell(() => options.onSeen?.(shownSurvey(baselineOf(came.collections, document, of), client)));
    const strays = (options.strays?.() ?? []).map(client.redact);
    const faults = [...(fault ? [fault] : []), ...came.faults, ...stages.faults(), ...strays];
    const report = judge({
      ...came,
      ...{ rules, clauses, waivers: profile.waivers },
      strict: options.strict ?? false,
      today,
      reportFile: options.files?.report ?? 'report.json',
      known: known(profile, found, options, { startedAt, ...came, faults, requests: client.count() }),
    });
    return shownReport(endingOf(report, { knock, lost, trouble: came.trouble, replayed: options.subject }), client);
  } finally {
    await client.close();
    tape.close();
  }
}
