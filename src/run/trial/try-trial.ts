import { createHash } from 'node:crypto';
import type { RawExchange, Exchange as SentExchange } from '../../http/exchange.js';
import type { LedgerBook } from '../../ledger/open-ledger.js';
import type { Json } from '../../model/json.js';
import type { Counterexample, Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import { Doubt, type Grounds } from '../../rule/finding.js';
import type { Rule } from '../../rule/rule.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { Relearn } from '../calibrate/noise/relearn-noise.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { seek } from '../cleanup/find-unnamed-items.js';
import type { Site } from '../run-context.js';
import { bodiesFor } from './case-bodies.js';
import { collectionOf, settingFor } from './case-context.js';
import { experiment, type Tried } from './experiment.js';
import { layGround } from './parents.js';
import { persist } from './retry-setup.js';
import { tryOut } from './try-cases.js';
import { type Crowded, tryWithRoom } from './try-with-quota.js';
import { pulseOf } from './watchdog.js';

/** Runs one trial on a site; what it makes stands in pages of the ledger: one for each case, one for what lies under all of them. */
export async function tryTrial(
  trial: Trial,
  site: Site,
  book: Pick<LedgerBook, 'page' | 'room' | 'waiting' | 'misses'>,
  { idleMs, relearn }: { readonly idleMs: number; readonly relearn: Relearn },
): Promise<Outcome> {
  const ground = book.page();
  const page = book.page();
  const pulse = pulseOf(site.meter, idleMs);
  try {
    const subject = await persist(() => layGround(trial.subject, site, ground));
    const felt = { ...site, meter: pulse.meter };
    const outcome = await pulse.watched(tryOn({ ...trial, subject }, felt, { room: book.room, ground, page, relearn }));
    if (outcome.cases > 0) site.worked.add(collectionOf(trial.subject).name);
    return { ...outcome, trial };
  } catch (error) {
    if (!(error instanceof Doubt)) throw error;
    const nothing = { cases: 0, corners: 0, requests: 0, notes: [] };
    return { trial, verdict: 'inconclusive', cause: error.reason, why: error.why, ...nothing };
  } finally {
    // A case that was given up never comes to clean up after itself.
    await cleanUp(page, site);
    await cleanUp(ground, site);
    await seek(site, book);
  }
}

type Pages = Pick<Crowded, 'room' | 'ground' | 'page'>;

async function tryOn(
  trial: Trial,
  site: Site,
  { relearn, ...pages }: Pages & { readonly relearn: Relearn },
): Promise<Outcome> {
  const collection = collectionOf(trial.subject);
  const known = site.bodies.get(collection.name);
  if (!known) throw new Error(`no bodies for ${trial.subject.name}`);
  const bodies = bodiesFor(trial.subject, known, site.document);
  const rule = getRule(site.rules, trial.rule);
  const seed = seedOf(site.seed, trial);
  let spent = 0;
  return tryOut(trial, {
    drawn: () => rule.given(bodies),
    cases: casesFor(rule, site.cases),
    seed,
    path: site.path,
    spent: () => spent,
    isCalm: () => site.tempo.isCalm(collection),
    isTimed: () => site.tempo.of(collection, 'usual').itemMs > 0,
    slow: () => site.tempo.slow(collection),
    relearn: () => relearn(collection),
    hasWorked: () => site.worked.has(collection.name),
    once: (value, pace) =>
      tryWithRoom({
        ...pages,
        clean: () => cleanUp(pages.page, site),
        attempt: async () => {
          const setting = settingFor(trial, site, pages.page, pace);
          try {
            return await experiment(rule, value, setting);
          } finally {
            spent += setting.wire.seen.length;
          }
        },
      }),
    toCounterexample: (value, tried, path, seenAgain) =>
      counterexampleOf(site, trial, value, tried, { seed, path, seenAgain }),
  });
}

/** The cases that rules name are what they are worth in a run of this many. */
const usualCases = 10;

/** Rules in which inputs hardly matter draw fewer cases, in proportion. */
const casesFor = (rule: Rule, cases: number): number =>
  Math.max(1, Math.ceil((cases * (rule.cases ?? usualCases)) / usualCases));

/** Another seed for each trial, the same in each run: 32 bits of a hash. */
function seedOf(seed: number, trial: Trial): number {
  return createHash('sha256').update(`${seed} ${trial.rule} ${trial.subject.name}`).digest().readInt32BE(0);
}

function counterexampleOf(
  site: Site,
  trial: Trial,
  value: unknown,
  { finding, seen }: Tried,
  found: Pick<Counterexample, 'seed' | 'path' | 'seenAgain'>,
): Counterexample | undefined {
  if (finding.verdict !== 'violated') return undefined;
  const { grounds } = finding;
  const shown = shownBy(grounds, seen);
  const hide = <T extends Json>(json: T): T => site.client.clear(json, seen);
  return {
    summary: hide(grounds.summary ?? getRule(site.rules, trial.rule).otherwise),
    expected: hide(grounds.expected),
    actual: hide(grounds.actual),
    case: hide(JSON.parse(JSON.stringify(value ?? null))),
    exchanges: shown.map((exchange) => site.client.recall(exchange)),
    controls: seen.filter((exchange) => !shown.includes(exchange)).map(({ n }) => n),
    ...found,
  };
}

function shownBy(
  { shows }: Grounds,
  seen: readonly (SentExchange | RawExchange)[],
): readonly (SentExchange | RawExchange)[] {
  if (shows === undefined) return seen.filter(({ role }) => role !== 'control');
  const numbers = new Set(shows.map(({ n }) => n));
  return seen.filter(({ n }) => numbers.has(n));
}
