import { randomInt } from 'node:crypto';
import type { AssayOptions } from '../api/assay.js';
import { makeProfile } from '../api/make-profile.js';
import { dryRunAudit } from '../audit/dry-run.js';
import type { Profile } from '../model/profile/profile.js';
import { choosePolicy } from '../model/result/gate-policy.js';
import type { Exclusion } from '../model/result/plan.js';
import type { Report } from '../model/result/report.js';
import { loadRuleSet } from '../rule-set/load-rule-set.js';
import { createTestGroup, type PlannedTest } from './create-test-group.js';
import { type RunningServer, type Served, startServer } from './serve-handler.js';
import { createSession } from './session.js';
import type { TestRunner } from './test-runner.js';

/** The service to audit, with all options of an audit. */
export interface ConformanceOptions extends AssayOptions {
  /** Returns the server, in place of `baseUrl`; it is closed after the tests. */
  readonly server?: () => Served | Promise<Served>;
  /** Path of the service on the server, such as `/api`. */
  readonly basePath?: string;
  /** Name of the group of tests; default `assay`. */
  readonly name?: string;
  /** Receives the report of a completed audit; if tests were selected, it contains only their rules. */
  readonly onReport?: (report: Report) => unknown;
}

/** Surveys a service with read requests, and registers a test for every check. */
export type Conformance = (options: ConformanceOptions) => Promise<void>;

/**
 * Creates the function of one test runner. It must be awaited where tests are collected. Each test ends when its result is
 * known. The function throws TypeError for an invalid server, and what `aim` and `audit` throw.
 */
export function createConformance(runner: TestRunner): Conformance {
  return async function conformance(options) {
    const site = captureCallSite(conformance);
    const { server, basePath = '', name = 'assay', onReport, ...asked } = options;
    if (server !== undefined && asked.baseUrl !== undefined)
      throw new TypeError('give either server or baseUrl, not both');
    const served = server === undefined ? undefined : await startServer(await server());
    try {
      const profile = await makeProfile({ ...asked, ...(served && { baseUrl: joinUrl(served, basePath) }) });
      const planned = await planTests(profile, asked.signal);
      const seed = asked.seed ?? randomInt(2 ** 31 - 1);
      const { clauses } = await loadRuleSet(profile.ruleFolders);
      const sentences = new Map(clauses.map(({ clause, sentence }) => [clause, sentence]));
      const group = createTestGroup({
        name,
        planned,
        session: createSession(profile, { ...asked, seed }),
        facts: { baseUrl: profile.baseUrl, seed, sentences, site, formatRepeat: runner.formatRepeat },
        policy: choosePolicy(asked, profile),
        timeoutMs: profile.limits.maxSeconds * 1_000 + cleanupMs,
        onReport,
        close: async () => served?.close(),
      });
      await runner.register(group);
    } catch (error) {
      await served?.close();
      throw error;
    }
  };
}

/** Time after the limit of a run in which it removes created items, in milliseconds. */
const cleanupMs = 120_000;

const joinUrl = ({ url }: RunningServer, path: string): string =>
  `${url.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;

/** Checks that the user excluded get no test. */
async function planTests(profile: Profile, signal: AbortSignal | undefined): Promise<PlannedTest[]> {
  const { trials, exclusions, crash, redact } = await dryRunAudit(profile, { ...(signal && { signal }) });
  if (crash !== undefined) throw new Error(`internal error of assay: ${crash}`);
  const isWanted = ({ cause }: Exclusion) => cause !== 'filter';
  return [
    ...trials.map(({ rule, subject }) => ({ rule, subject: redact(subject.name) })),
    ...exclusions.filter(isWanted).map(({ rule, subject }) => ({ rule, subject: redact(subject) })),
  ];
}

/** Returns the stack frames above a function, as text. */
function captureCallSite(callee: Conformance): string {
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, callee);
  return (trace.stack ?? '').split('\n').slice(1).join('\n');
}
