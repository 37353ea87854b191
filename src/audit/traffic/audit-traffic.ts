import { findBreaches } from '../../generate/check-value.js';
import { noTape } from '../../http/tape.js';
import { clock } from '../../model/clock.js';
import type { Profile } from '../../model/profile/profile.js';
import { findSeverity, isGlobMatch, listFormerIds } from '../../model/profile/rule-names.js';
import type { Clause } from '../../model/result/clause.js';
import { choosePolicy } from '../../model/result/gate-policy.js';
import type { Exclusion } from '../../model/result/plan.js';
import type { Report } from '../../model/result/report.js';
import type { ExchangeCount, TrafficSummary } from '../../model/result/traffic-summary.js';
import type { Survey } from '../../model/service/survey.js';
import type { RecordedMessagePair, TrafficExchange } from '../../model/traffic-exchange.js';
import type { NamedRule } from '../../rule/rule.js';
import { indexRules } from '../../rule/rules-by-id.js';
import type { RuleSet } from '../../rule-set/load-rule-set.js';
import { openTrafficJudge } from '../../traffic/judge/judge-traffic.js';
import { findMonitor } from '../../traffic/judge/observe-monitor.js';
import { orderExchanges } from '../../traffic/read/order-exchanges.js';
import { readRecording } from '../../traffic/read/read-files.js';
import { judge } from '../../verdict/judging/judge.js';
import { createOfflineClient, surveyOffline } from '../dry-run.js';
import { readKitVersion } from '../kit-version.js';
import type { AuditOptions } from '../options.js';
import { redactReport } from '../publisher.js';
import { openProfileClient } from '../survey-service.js';
import { createTrafficRedactor } from './redact-traffic.js';
import { createTrafficCoverage } from './traffic-coverage.js';
import { createTrafficRoutes } from './traffic-routes.js';

/** What recorded traffic is judged with. */
export interface AuditTrafficOptions extends Pick<AuditOptions, 'strict' | 'failOn' | 'onResult'> {
  readonly ruleSet: RuleSet;
  /** Paths of HAR files and tapes. */
  readonly recordings: readonly string[];
  readonly reportFile: string;
  /** Notes for the report, such as how the base URL was found. */
  readonly notes: readonly string[];
  /** Least number of rules with a verdict, as the user gave it: then a short recording is accepted, too. */
  readonly minRules?: number | undefined;
}

/** Judges recorded traffic. Sends no request, and reads the document from a file only. Throws UsageError or DocumentError. */
export async function auditTraffic(profile: Profile, options: AuditTrafficOptions): Promise<Report> {
  const startedAt = new Date(clock.epochMs());
  const { ruleSet } = options;
  const found = await readDocument(profile);
  const chosen = chooseRules(ruleSet.rules, profile);
  const redactor = createTrafficRedactor(profile);
  const { outcomes, operations, traffic, readable } = await judgeRecordings(profile, options, {
    found,
    rules: chosen.rules,
    redactor,
  });
  const report = judge({
    ...{
      rules: indexRules(ruleSet.rules),
      clauses: explainUntested(ruleSet, chosen.rules),
      outcomes,
      exclusions: chosen.exclusions,
      operations,
    },
    ...{ leftovers: [], waivers: profile.waivers, severities: profile.severities, ...choosePolicy(options, profile) },
    ...{ today: startedAt.toISOString().slice(0, 10), endedEarly: undefined },
    ending: { shortage: options.minRules === undefined ? describeShortage(readable) : undefined },
    ...{ minRules: profile.limits.minRules, reportFile: options.reportFile },
    known: {
      ...buildHeader(profile, options, startedAt),
      survey: {
        ...describeSurvey(found),
        notes: [...(profile.notes ?? []), ...options.notes, ...explainEmpty(profile, traffic)],
      },
      traffic,
    },
  });
  redactor.learn(report.results.map(({ evidence }) => evidence?.exchanges ?? []));
  const { coverage, complete, ...shown } = redactReport(report, redactor);
  return {
    ...shown,
    traffic: redactor.redactJson(traffic),
    coverage: { ...coverage, operations: redactor.redactJson(coverage.operations) },
    complete,
  };
}

/** Least number of exchanges with a response whose content is known: fewer show next to nothing. */
const leastReadable = 10;

const describeShortage = (readable: number): string | undefined =>
  readable >= leastReadable
    ? undefined
    : `too little was recorded: ${readable} exchange${readable === 1 ? '' : 's'} with a response whose content is known, and ${leastReadable} are required; record more, or accept this: --min-rules 1`;

/** Why nothing was judged. */
const explainEmpty = ({ baseUrl }: Profile, { exchanges, leftOut }: TrafficSummary): string[] =>
  exchanges > 0
    ? []
    : [
        leftOut.length === 0
          ? 'the recording has no exchange; record again while the service is used'
          : `no recorded exchange is below ${baseUrl} and can be judged (${leftOut.map((one) => `${one.exchanges} ${one.why}`).join('; ')}); another base URL: --base-url URL`,
      ];

/** Most promises need an experiment. */
const explainUntested = ({ clauses }: RuleSet, rules: readonly NamedRule[]): Clause[] =>
  clauses.map((clause) =>
    clause.untested !== undefined || rules.some(({ rule }) => rule.clause === clause.clause)
      ? clause
      : { ...clause, untested: 'not judged in recorded traffic' },
  );

interface Judging {
  readonly found: Survey;
  readonly rules: readonly NamedRule[];
  readonly redactor: ReturnType<typeof createTrafficRedactor>;
}

async function judgeRecordings(
  { baseUrl, dialect }: Profile,
  { recordings }: AuditTrafficOptions,
  { found, rules, redactor }: Judging,
) {
  const { resources, document } = found;
  const describe = createTrafficRoutes(found, baseUrl);
  const described = resources.flatMap((resource) => resource.operations.map(({ operation }) => operation));
  redactor.hideAddresses(resources.map(({ name }) => name));
  const base = openBase(baseUrl);
  const judging = openTrafficJudge({
    ...{ rules, dialect, describe, resolve: base.resolve, record: redactor.record },
    declaredStatuses: [...new Set(described.flatMap(({ statuses }) => statuses))],
    findBreaches: (schema, body) => findBreaches(schema, body, document),
  });
  const coverage = createTrafficCoverage(describe);
  const [leftOut, unknown] = [createCounter(), createCounter()];
  let [n, judged, readable] = [0, 0, 0];
  for await (const { url, ...pair } of orderExchanges(recordings.map((file) => readPairs(file, leftOut.add, base)))) {
    n += 1;
    const exchange: TrafficExchange = { ...pair, n, path: base.readPath(url) ?? '/' };
    redactor.hide(exchange.secrets);
    coverage.add(exchange);
    judging.add(exchange);
    if (exchange.unjudged !== undefined) leftOut.add(exchange.unjudged);
    else {
      judged += 1;
      if (exchange.answer !== undefined && exchange.hasText) readable += 1;
      countUnknown(exchange, unknown.add);
    }
  }
  const { outcomes, flawed, forgotten } = judging.finish();
  const undocumented = document === undefined ? [] : coverage.listUndocumented();
  return {
    ...{ outcomes, readable },
    operations: coverage.list(document === undefined ? [] : described, outcomes),
    traffic: {
      ...{ files: recordings.length, exchanges: judged, flawed, leftOut: leftOut.list(), unknown: unknown.list() },
      ...(forgotten > 0 && { forgotten }),
      ...(undocumented.length > 0 && { undocumented }),
    },
  };
}

/** What the document and the profile say of the service. */
async function readDocument(profile: Profile): Promise<Survey> {
  const client = openProfileClient(profile, noTape);
  try {
    return (await surveyOffline(profile, createOfflineClient(client))).found;
  } finally {
    await client.close();
  }
}

/** The rules that traffic can show something of, and which of them the user left out. */
function chooseRules(rules: readonly NamedRule[], { only, except = [], severities }: Profile) {
  const able = rules.filter(({ rule }) => findMonitor(rule) !== undefined);
  const isNamed = (globs: readonly string[], { id, rule }: NamedRule) =>
    globs.some((glob) => isGlobMatch(glob, id, rule.clause));
  const isOff = ({ id, rule }: NamedRule) => findSeverity(id, rule.clause, severities, listFormerIds(id)) === 'off';
  const isChosen = (one: NamedRule) =>
    (only.length === 0 || isNamed(only, one)) && !isNamed(except, one) && !isOff(one);
  const exclude = ({ id }: NamedRule): Exclusion => ({
    ...{ rule: id, subject: 'service', word: 'not-run', cause: 'filter', why: 'not selected' },
  });
  return { rules: able.filter(isChosen), exclusions: able.filter((one) => !isChosen(one)).map(exclude) };
}

function openBase(baseUrl: string) {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/$/, '');
  const readPath = (url: string): string | undefined => {
    const { origin: own, pathname: path, search } = new URL(url);
    if (own !== origin || (path !== base && !path.startsWith(`${base}/`))) return undefined;
    return `${path.slice(base.length) || '/'}${search}`;
  };
  return {
    readPath,
    resolve: (reference: string, { path }: Pick<TrafficExchange, 'path'>) => {
      const from = `${origin}${base}${path}`;
      return URL.canParse(reference, from) ? readPath(new URL(reference, from).href) : undefined;
    },
  };
}

/** The exchanges of one recording with the service; the others are counted. */
async function* readPairs(
  file: string,
  leaveOut: (why: string) => void,
  { readPath }: ReturnType<typeof openBase>,
): AsyncGenerator<RecordedMessagePair> {
  for await (const entry of readRecording(file)) {
    if ('leftOut' in entry) leaveOut(entry.leftOut);
    else if (readPath(entry.pair.url) === undefined) leaveOut('other origins');
    else yield entry.pair;
  }
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    add: (why: string): void => void counts.set(why, (counts.get(why) ?? 0) + 1),
    list: (): ExchangeCount[] =>
      [...counts].sort(([, one], [, other]) => other - one).map(([why, exchanges]) => ({ why, exchanges })),
  };
}

function countUnknown({ hasFields, hasContent, hasText, caller }: TrafficExchange, add: (why: string) => void): void {
  if (!hasFields) add('header fields');
  if (!hasContent) add('content of the request');
  if (!hasText) add('content of the response');
  if (caller === undefined) add('caller');
}

const describeSurvey = ({ collections, documentSource }: Survey) => ({
  ...(documentSource && { document: documentSource }),
  collections: collections.map(({ name, path, facts }) => ({ name, path, facts })),
  contradictions: [],
});

const buildHeader = (profile: Profile, options: AuditTrafficOptions, startedAt: Date) => ({
  kit: { name: 'assay', version: readKitVersion() } as const,
  target: { name: profile.name, baseUrl: profile.baseUrl },
  seed: 0,
  startedAt: startedAt.toISOString(),
  durationMs: clock.epochMs() - startedAt.getTime(),
  requests: 0,
  run: {
    ...({
      permit: 'reads',
      permitFrom: 'default',
      cases: profile.limits.cases,
      concurrency: profile.limits.concurrency,
    } as const),
    ...{ maxRequests: profile.limits.maxRequests, maxSeconds: profile.limits.maxSeconds },
    ...choosePolicy(options, profile),
    only: profile.only,
    ...(profile.except && { except: profile.except }),
    ...(profile.file && { profile: profile.file }),
    ...(profile.openapi && { openapi: profile.openapi }),
    ...(profile.ruleFolders.length > 0 && { ruleFolders: profile.ruleFolders }),
  },
  dialects: [],
});
