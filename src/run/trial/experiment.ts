import { findBreaches } from '../../generate/check-value.js';
import type { SentExchange, SentRawExchange } from '../../http/exchange.js';
import { isTransient, isUnreachable } from '../../limits/classify-answer.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { createPointerMatcher, omitPlaces } from '../../model/difference.js';
import { deepFreeze, type Json, parsePointer } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Collection, Dialect } from '../../model/service/subject.js';
import { type Finding, InconclusiveError } from '../../rule/finding.js';
import type { Rule } from '../../rule/rule.js';
import type { JudgingTools, Tools } from '../../rule/tools.js';
import { type CaseClient, stoppedMessage } from '../items/case-client.js';
import { ifInconclusive, isTransientCause } from './retry-setup.js';

/** The result of one run of a case: the finding of the rule, and all exchanges. */
export interface TriedCase {
  readonly finding: Finding;
  readonly seen: readonly (SentExchange | SentRawExchange)[];
  /** Whether the finding depends on the known noise. */
  readonly hasUsedNoise: boolean;
  /** Whether what it saw may be an effect of others that should have none, so that the trial must run alone. */
  readonly isDoubtful?: boolean;
  /** Whether the service stopped during the case, and again when it was repeated. */
  readonly hasStopped?: boolean | 'again';
  /** Writes of other trials that ended during the case; undefined when it ran alone. */
  readonly company?: readonly ObservedExchange[] | undefined;
}

/** Whether a case is undecided because of a missing response or a gateway error, whatever the rule concluded. */
export const isUnanswered = ({ finding, seen }: TriedCase): boolean =>
  finding.verdict === 'inconclusive' &&
  (finding.cause === 'no-answer' || (finding.cause !== 'budget' && seen.some(isTransient)));

/** Whether a case is undecided for a transient reason. */
export const isRetryable = (tried: TriedCase): boolean =>
  isUnanswered(tried) || (tried.finding.verdict === 'inconclusive' && isTransientCause(tried.finding.cause));

/** Whether the server failed in a case: a server error, or no response at all. */
export const hasServerFailure = ({ seen }: Pick<TriedCase, 'seen'>): boolean =>
  seen.some(({ answer, silence }) => (answer?.status ?? 0) >= 500 || silence !== undefined);

export interface CaseContext {
  readonly client: CaseClient;
  readonly tools: Tools;
  readonly judging: CaseJudging;
  /** Why the noise is unknown. */
  readonly noiseProblem?: string | undefined;
}

/**
 * Runs `when` and `then` of a rule on one frozen value: the same value is shrunk, reproduced and shown later. An {@link
 * InconclusiveError} makes the case inconclusive. Rethrows every other error.
 */
export async function runExperiment(rule: Rule, value: unknown, setting: CaseContext): Promise<TriedCase> {
  const { client, tools, judging, noiseProblem } = setting;
  try {
    const seen = await rule.when(deepFreeze(value), tools);
    const finding = checkFinding(rule.then(seen, judging));
    const hasUsedNoise = judging.used.noise;
    if (finding.verdict !== 'violated' || noiseProblem === undefined || !hasUsedNoise)
      return { finding, seen: client.seen, hasUsedNoise };
    const why = `the states differ, and the noise of the service could not be measured: ${noiseProblem}`;
    return { finding: { verdict: 'inconclusive', cause: 'noise', why }, seen: client.seen, hasUsedNoise };
  } catch (error) {
    return toUndecidedCase(error, client.seen);
  }
}

/** The result of a case that an {@link InconclusiveError} ended. Throws every other error. */
export function toUndecidedCase(error: unknown, seen: TriedCase['seen']): TriedCase {
  if (!(error instanceof InconclusiveError)) throw error;
  return { finding: { verdict: 'inconclusive', cause: error.reason, why: error.why }, seen, hasUsedNoise: false };
}

const verdictWords: readonly unknown[] = ['held', 'violated', 'inconclusive'];

/** A `then` that returns nothing or a promise is broken, and must not count as inconclusive. */
function checkFinding(finding: Finding | undefined | null): Finding {
  if (finding && verdictWords.includes(finding.verdict)) return finding;
  const what = finding instanceof Promise ? 'a promise' : finding === undefined ? 'nothing' : typeof finding;
  throw new TypeError(`then() returned ${what}, not a finding: held, violated(…) or inconclusive(…)`);
}

/**
 * A case decides nothing if the service stopped since it began: `before` is how often it had stopped then. Where a connection broke, and
 * nothing was answered since, another request shows whether it did.
 */
export async function voidAtStop(meter: RequestMeter, before: number, tried: TriedCase): Promise<TriedCase> {
  if (tried.seen.some(({ n }) => meter.outages.isOpen(n))) {
    // A refused connection is an outage.
    const request = { method: 'GET', path: '/', role: 'control', trial: 'outage', isHasty: true } as const;
    await meter.send(request).catch(ifInconclusive(() => {}));
  }
  if (meter.outages.countOutages() === before) return requireConnection(tried);
  const sent = tried.seen.filter(({ n, answer }) => n > 0 && answer === undefined).at(-1);
  const where = sent === undefined ? '' : `: ${sent.method} ${sent.path} got no answer (exchange ${sent.n})`;
  const finding = { verdict: 'inconclusive', cause: 'no-answer', why: `${stoppedMessage}${where}` } as const;
  return { ...tried, finding, hasStopped: true };
}

/** What was refused and not sent again with success shows nothing, whatever the rule makes of it. */
function requireConnection(tried: TriedCase): TriedCase {
  const { seen, finding } = tried;
  if (finding.verdict === 'inconclusive' || seen.every(({ answer }) => answer !== undefined)) return tried;
  const isRepeated = ({ method, path }: TriedCase['seen'][number], i: number) =>
    seen.slice(i).some((later) => later.answer && later.method === method && later.path === path);
  const lost = seen.find((one, i) => isUnreachable(one) && !isRepeated(one, i));
  if (lost === undefined) return tried;
  const why = `${lost.method} ${lost.path} got no answer (exchange ${lost.n}): ${lost.silence}`;
  return { ...tried, finding: { verdict: 'inconclusive', cause: 'no-answer', why } };
}

/** Members that every write may change, such as timestamps and revision counters. */
const bookkeepingPattern =
  /^((last)?(updated|modified|changed)(at|on|date|time|by)?|lastmodified.*|etag|v|version|revision|rev|resourceversion|generation|lockversion|rowversion)$/;

/** The tools of `then` for one case, and whether the finding depends on what is known of the noise. */
export interface CaseJudging extends JudgingTools {
  readonly used: { noise: boolean };
}

export function createJudgingTools(
  collection: Collection,
  learned: readonly string[],
  { dialect, document }: { readonly dialect: Dialect; readonly document?: Json | undefined },
): CaseJudging {
  const volatile = [...collection.volatile, ...learned];
  const noise = [...volatile, ...collection.accessStatistics].map(parsePointer);
  const used = { noise: false };
  const isVolatile = createPointerMatcher(volatile);
  return {
    used,
    isVolatile(pointer) {
      used.noise = true;
      return isVolatile(pointer);
    },
    isAccessStatistic: createPointerMatcher(collection.accessStatistics),
    dialect,
    collection,
    findBreaches: (schema, body) => findBreaches(schema, body, document),
    withoutNoise(value) {
      used.noise = true;
      return omitPlaces(value, noise);
    },
    withoutBookkeeping(value) {
      used.noise = true;
      return omitPlaces(value, noise, bookkeepingPattern);
    },
  };
}
