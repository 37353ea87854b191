import { createHash } from 'node:crypto';
import type { SentExchange, SentRawExchange } from '../../http/exchange.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import type { Json } from '../../model/json.js';
import type { Counterexample, Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import { type Grounds, InconclusiveError } from '../../rule/finding.js';
import type { Rule } from '../../rule/rule.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { NoiseRelearner } from '../calibrate/noise/relearn-noise.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { findUnnamedItems } from '../cleanup/find-unnamed-items.js';
import type { RunContext } from '../run-context.js';
import { createSubjectBodies } from './case-bodies.js';
import { createCaseContext, getSubjectCollection } from './case-context.js';
import { runExperiment, type TriedCase } from './experiment.js';
import { createParents } from './parents.js';
import { retrySetup } from './retry-setup.js';
import { tryCases } from './try-cases.js';
import { type QuotaCase, tryWithQuota } from './try-with-quota.js';
import { createWatchdog } from './watchdog.js';

/** Runs one trial. Its created items are in ledger scopes: one for each case, one for the parents of all cases. */
export async function tryTrial(
  trial: Trial,
  site: RunContext,
  book: Pick<RunLedger, 'openScope' | 'liveQuota' | 'waiting' | 'markMissed'>,
  { idleMs, relearn }: { readonly idleMs: number; readonly relearn: NoiseRelearner },
): Promise<Outcome> {
  const ground = book.openScope();
  const page = book.openScope();
  const pulse = createWatchdog(site.meter, idleMs);
  try {
    const subject = await retrySetup(() => createParents(trial.subject, site, ground));
    const felt = { ...site, meter: pulse.meter };
    const outcome = await pulse.watch(
      tryWithParents({ ...trial, subject }, felt, { quota: book.liveQuota, parentScope: ground, scope: page, relearn }),
    );
    if (outcome.cases > 0) site.decidedCollections.add(getSubjectCollection(trial.subject).name);
    return { ...outcome, trial };
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    const nothing = { cases: 0, corners: 0, requests: 0, notes: [] };
    return { trial, verdict: 'inconclusive', cause: error.reason, why: error.why, ...nothing };
  } finally {
    // An aborted case does not reach its own cleanup.
    await cleanUp(page, site);
    await cleanUp(ground, site);
    await findUnnamedItems(site, book);
  }
}

type TrialScopes = Pick<QuotaCase, 'quota' | 'parentScope' | 'scope'>;

async function tryWithParents(
  trial: Trial,
  site: RunContext,
  { relearn, ...pages }: TrialScopes & { readonly relearn: NoiseRelearner },
): Promise<Outcome> {
  const collection = getSubjectCollection(trial.subject);
  const known = site.bodies.get(collection.name);
  if (!known) throw new Error(`no request body could be generated for ${trial.subject.name}`);
  const bodies = createSubjectBodies(trial.subject, known, site.document);
  const rule = getRule(site.rules, trial.rule);
  const seed = deriveSeed(site.seed, trial);
  let spent = 0;
  return tryCases(trial, {
    createGenerator: () => rule.given(bodies),
    cases: computeCases(rule, site.cases),
    seed,
    path: site.path,
    spent: () => spent,
    isCalm: () => site.readDelays.isCalm(collection),
    isTimed: () => site.readDelays.getDelay(collection, 'usual').itemMs > 0,
    slow: () => site.readDelays.slowDown(collection),
    relearn: () => relearn(collection),
    hasWorked: () => site.decidedCollections.has(collection.name),
    tryValue: (value, pace) =>
      tryWithQuota({
        ...pages,
        clean: () => cleanUp(pages.scope, site),
        attempt: async () => {
          const setting = createCaseContext(trial, site, pages.scope, pace);
          try {
            return await runExperiment(rule, value, setting);
          } finally {
            spent += setting.client.seen.length;
          }
        },
      }),
    toCounterexample: (value, tried, path, seenAgain) =>
      buildCounterexample(site, trial, value, tried, { seed, path, seenAgain }),
  });
}

/** The number of cases that rules declare refers to a run with this many. */
const defaultCases = 10;

/** Scales the number of cases of rules that need fewer inputs. */
const computeCases = (rule: Rule, cases: number): number =>
  Math.max(1, Math.ceil((cases * (rule.cases ?? defaultCases)) / defaultCases));

/** Derives the seed of a trial, the same in each run: 32 bits of a hash. */
function deriveSeed(seed: number, trial: Trial): number {
  return createHash('sha256').update(`${seed} ${trial.rule} ${trial.subject.name}`).digest().readInt32BE(0);
}

function buildCounterexample(
  site: RunContext,
  trial: Trial,
  value: unknown,
  { finding, seen }: TriedCase,
  found: Pick<Counterexample, 'seed' | 'path' | 'seenAgain'>,
): Counterexample | undefined {
  if (finding.verdict !== 'violated') return undefined;
  const { grounds } = finding;
  const shown = selectExchanges(grounds, seen);
  const hide = <T extends Json>(json: T): T => site.client.redactJson(json, seen);
  return {
    summary: hide(grounds.summary ?? getRule(site.rules, trial.rule).otherwise),
    expected: hide(grounds.expected),
    actual: hide(grounds.actual),
    case: hide(JSON.parse(JSON.stringify(value ?? null))),
    exchanges: shown.map((exchange) => site.client.getRecord(exchange)),
    controls: seen.filter((exchange) => !shown.includes(exchange)).map(({ n }) => n),
    ...found,
  };
}

function selectExchanges(
  { shows }: Grounds,
  seen: readonly (SentExchange | SentRawExchange)[],
): readonly (SentExchange | SentRawExchange)[] {
  if (shows === undefined) return seen.filter(({ role }) => role !== 'control');
  const numbers = new Set(shows.map(({ n }) => n));
  return seen.filter(({ n }) => numbers.has(n));
}
