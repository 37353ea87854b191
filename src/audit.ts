import { callAfterRun, callBeforeRun } from './audit/call-hooks.js';
import { createSeenResponses } from './audit/coverage/seen-responses.js';
import { tellExchanges } from './audit/exchange-events.js';
import { buildJudgeInput } from './audit/judge-input.js';
import { openKeptItems } from './audit/ledger-origin.js';
import type { AuditOptions } from './audit/options.js';
import { watchHosts } from './audit/other-hosts.js';
import { planTrials } from './audit/plan-trials.js';
import { createPublisher } from './audit/publisher.js';
import { TrialTimes } from './audit/requests/split-requests.js';
import { buildRunInput } from './audit/run-input.js';
import { openProfileClient, surveyService } from './audit/survey-service.js';
import { noTape, observeTape, openTape } from './http/tape.js';
import { clock } from './model/clock.js';
import type { Profile } from './model/profile/profile.js';
import type { Report } from './model/result/report.js';
import { indexRules } from './rule/rules-by-id.js';
import { chooseRuleSet } from './rule-set/select-quick.js';
import { ExchangeLog } from './run/passive/exchange-log.js';
import { createStages } from './run/stages.js';
import { buildBaseline, createBaselineRecorder } from './survey/baseline/baseline-recorder.js';
import { judge } from './verdict/judging/judge.js';

/**
 * Audits a service: survey, plan, run, judge. Throws UnreachableError, DocumentError, DeclinedError, UnacknowledgedHarmError,
 * RuleSetError, or the file system's error; never for a later failure of the service.
 */
export async function audit(profile: Profile, options: AuditOptions): Promise<Report> {
  const startedAt = new Date(clock.epochMs());
  const begunAt = clock.now();
  const ruleSet = await chooseRuleSet(profile, options.ruleSet);
  const rules = indexRules(ruleSet.rules);
  const seen = createSeenResponses(profile.baseUrl);
  const baseline = createBaselineRecorder(profile.baseUrl);
  const hosts = watchHosts();
  const times = new TrialTimes();
  const told = options.onExchange === undefined ? [] : [tellExchanges(options.onExchange)];
  const written = options.files ? openTape(options.files.tape) : noTape;
  const tape = observeTape(written, [...told, seen, baseline, hosts, times]);
  const log = new ExchangeLog(ruleSet.rules);
  const client = log.observe(openProfileClient(profile, tape));
  const publisher = createPublisher(options, profile, { rules, today: startedAt.toISOString().slice(0, 10) }, client);
  const stages = createStages();
  try {
    await callBeforeRun(profile);
    const survey = await surveyService(profile, client, { signal: options.signal, begunAt, mustExist: true });
    const { collections, document } = survey.found;
    seen.setResources(survey.found.resources);
    baseline.watch(options.onSeen ? collections : []);
    const scope = { ...options, cut: survey.cutReason, leftOut: ruleSet.leftOut };
    let plan = planTrials(ruleSet.rules, survey.found, profile, scope);
    const safety = { otherHosts: hosts.listSigns(document), kept: openKeptItems(profile, options, startedAt) };
    const waitedMs = await publisher.askConsent({ survey: survey.found, plan, ...safety });
    const trouble = () => tape.trouble?.() ?? options.trouble?.();
    const parts = { profile, options, rules, survey: survey.found, client, log, publisher, startedAt, ...safety };
    const { openRun } = await import('./run/run.js');
    const run = openRun(buildRunInput({ ...parts, begunAt: begunAt + waitedMs, trouble }));
    // Planned again: calibration shows which methods are there and which bodies are accepted, and rules need these.
    const found = { ...survey.found, collections: await run.calibrate(plan) };
    plan = stages.value(() => planTrials(ruleSet.rules, found, profile, scope), plan);
    const outcomes = await run.tryTrials(plan.trials);
    const finished = await run.finish();
    stages.notify(() => publisher.publishBaseline(buildBaseline(found.collections, document, baseline.getRecorded)));
    const kitErrors = [survey.crash ?? [], finished.kitErrors, stages.errors(), options.uncaught?.() ?? []].flat();
    const results = { collections: found.collections, plan, outcomes, finished, kitErrors, requests: client.count() };
    const judged = buildJudgeInput({ profile, options, ruleSet, rules, survey, startedAt, seen, times, ...results });
    const report = publisher.publishReport(judge(judged));
    await callAfterRun(profile, report);
    return report;
  } finally {
    await client.close();
    tape.close();
  }
}
