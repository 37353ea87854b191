import { askConsent } from './audit/consent.js';
import { addExchangeListener } from './audit/exchange-events.js';
import { decideExitStatus } from './audit/exit-status.js';
import { buildLedgerOrigin } from './audit/ledger-origin.js';
import type { AuditOptions } from './audit/options.js';
import { createOutcomeListener } from './audit/outcome-events.js';
import { createTrialPlanner } from './audit/plan-trials.js';
import { omitSecretCollections, redactReport } from './audit/redact-report.js';
import { buildReportHeader } from './audit/report-header.js';
import { openProfileClient, surveyService } from './audit/survey-service.js';
import { noTape, openTape } from './http/tape.js';
import { clock } from './model/clock.js';
import type { Profile } from './model/profile/profile.js';
import type { Report } from './model/result/report.js';
import { indexRules } from './rule/rules-by-id.js';
import { loadRuleSet } from './rule-set/load-rule-set.js';
import { run } from './run/run.js';
import { createStages } from './run/stages.js';
import { createBaselineRecorder } from './survey/baseline/baseline-recorder.js';
import { buildBaseline } from './survey/baseline/make-baseline.js';
import { judge } from './verdict/judging/judge.js';

/** Audits a service: survey, plan, run, judge. Throws Unreachable, DiscoveryError, Declined, or a file system's error; never for what a service does later. */
export async function audit(profile: Profile, options: AuditOptions): Promise<Report> {
  const startedAt = new Date();
  const today = startedAt.toISOString().slice(0, 10);
  const begunAt = clock.now();
  const { baseUrl, permit, dialect, limits, cleanup } = profile;
  const { rules: named, clauses } = await loadRuleSet(profile.ruleFolders);
  const rules = indexRules(named);
  const heard = addExchangeListener(options.files ? openTape(options.files.tape) : noTape, options.onExchange);
  const { tape, watch, getRecorded } = createBaselineRecorder(heard, baseUrl);
  const client = openProfileClient(profile, tape);
  const stages = createStages(client.redact);
  try {
    const { found, firstStatus, crash, cutReason, unreachable } = await surveyService(profile, client, {
      ...options,
      begunAt,
    });
    const { collections, document } = found;
    watch(options.onSeen ? collections : []);
    const plan = createTrialPlanner(named, profile, { ...options, cut: cutReason });
    const shown = client.redactNames(found);
    const askedMs = await askConsent(options.consent, {
      survey: shown,
      ...plan(collections),
      requests: client.count(),
    });
    const came = await run({
      ...{ plan, rules, collections, document, client },
      ...{ baseUrl, permit, dialect, limits, cleanup },
      ...options,
      onOutcome: createOutcomeListener(options, profile, { rules, today }, client),
      begunAt: begunAt + askedMs,
      isForeign: !profile.isLoopback,
      ledgerFile: options.files?.ledger,
      ...buildLedgerOrigin(profile, startedAt),
      trouble: () => tape.trouble?.() ?? options.trouble?.(),
    });
    stages.notify(() =>
      options.onSeen?.(omitSecretCollections(buildBaseline(came.collections, document, getRecorded), client)),
    );
    const strays = (options.strays?.() ?? []).map(client.redact);
    const faults = [...(crash ? [crash] : []), ...came.kitErrors, ...stages.errors(), ...strays];
    const report = judge({
      ...came,
      ...{ rules, clauses, waivers: profile.waivers },
      strict: options.strict ?? false,
      today,
      reportFile: options.files?.report ?? 'report.json',
      known: buildReportHeader(profile, found, options, {
        startedAt,
        ...came,
        kitErrors: faults,
        requests: client.count(),
      }),
    });
    return redactReport(
      decideExitStatus(report, {
        firstStatus: firstStatus,
        unreachable: unreachable,
        trouble: came.trouble,
        replayed: options.subject,
      }),
      client,
    );
  } finally {
    await client.close();
    tape.close();
  }
}
