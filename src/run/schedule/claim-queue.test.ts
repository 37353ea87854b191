import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aloneInRun, besideOthers, type Claim, isConflicting } from './claim.js';
import { type ClaimHolder, ClaimQueue, mayBeGranted, type QueueState } from './claim-queue.js';

/** Runs what is ready. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

const claimList = (mode: 'reading' | 'changing', more: Partial<Claim> = {}): Claim => ({
  ...{ level: 'requests', uses: ['/items'], mode },
  ...more,
});

/** Asks for a claim, and logs when it is granted. */
function createLog() {
  const log: string[] = [];
  const ask = (holder: ClaimHolder, claim: Claim, name: string) => {
    const grant = holder.ask(claim);
    void Promise.resolve(grant.granted).then(() => log.push(name));
    return grant;
  };
  return { log, ask };
}

test('a case alone waits for all others, and they for it', async () => {
  const queue = new ClaimQueue();
  const { log, ask } = createLog();
  const [first, second] = [queue.open().ask(besideOthers), queue.open().ask(besideOthers)];
  const alone = ask(queue.open(), aloneInRun, 'alone');
  const third = ask(queue.open(), besideOthers, 'third');
  first?.release();
  first?.release();
  await settle();
  expect(log).toEqual([]);
  second?.release();
  await settle();
  expect(log).toEqual(['alone']);
  alone.release();
  third.release();
  await settle();
  expect(log).toEqual(['alone', 'third']);
});

test('cases alone follow each other', async () => {
  const queue = new ClaimQueue();
  const first = queue.open().ask(aloneInRun);
  let count = 0;
  const others = [1, 2].map(() =>
    queue.open().within(aloneInRun, async () => {
      count += 1;
      await settle();
      expect(count).toBe(1);
      count -= 1;
    }),
  );
  first.release();
  await Promise.all(others);
});

test('an aborted trial holds no claim, waits for none, and gets none later', async () => {
  const queue = new ClaimQueue();
  const trial = queue.open();
  const [one, other] = [trial.open(), trial.open()];
  one.ask(besideOthers);
  const late = other.ask(aloneInRun);
  trial.close();
  await late.granted;
  for (const holder of [trial.open(), one]) holder.ask(besideOthers);
  expect(queue.open().ask(aloneInRun).granted).toBeUndefined();
});

test('a claim had company when another of its level was held at any time of it', async () => {
  const queue = new ClaimQueue();
  const first = queue.open().ask(besideOthers);
  expect(first.hasCompany).toBe(false);
  const second = queue.open().ask(besideOthers);
  second.release();
  expect([first.hasCompany, second.hasCompany]).toEqual([true, true]);
  first.release();
  expect(queue.open().ask(besideOthers).hasCompany).toBe(false);
});

test('who holds a claim asks only for one of a later level, so that none waits for itself', () => {
  const trial = new ClaimQueue().open();
  const reader = trial.open();
  reader.ask(claimList('reading'));
  for (const claim of [besideOthers, claimList('changing'), claimList('reading')])
    expect(() => reader.ask(claim)).toThrow('is asked for while one of requests is held');
  expect(() => reader.open().ask(claimList('changing'))).toThrow('requests');
  trial.open().ask(besideOthers);
});

test('says until when a trial, or one of its cases, has waited', async () => {
  const queue = new ClaimQueue();
  const trial = queue.open();
  expect(trial.waitedUntil()).toBe(0);
  const alone = queue.open().ask(aloneInRun);
  const waiting = trial.open().ask(besideOthers);
  expect(trial.waitedUntil()).toBeGreaterThan(0);
  alone.release();
  await waiting.granted;
  expect(trial.waitedUntil()).toBeGreaterThan(0);
  expect(queue.open().waitedUntil()).toBe(0);
});

test('claims of several lists, held one through the other, are of one company', () => {
  const queue = new ClaimQueue();
  const ask = (name: string) => queue.open().ask(claimList('reading', { recordedAs: name }));
  const first = ask('a');
  const second = ask('b');
  first.release();
  ask('c').release();
  second.release();
  ask('d');
  expect(['a', 'c', 'd', 'e'].map((name) => [...queue.listCompany(name)].join(''))).toEqual(['abc', 'abc', 'd', '']);
});

test.each<[string, Claim, Partial<Record<string, Claim[]>>, boolean]>([
  ['a case beside others', besideOthers, { held: [besideOthers] }, true],
  ['a case behind one that waits to run alone', besideOthers, { held: [besideOthers], waiting: [aloneInRun] }, false],
  ['a change beside changes', claimList('changing'), { held: [claimList('changing')] }, true],
  ['a change beside a reading', claimList('changing'), { held: [claimList('reading')] }, false],
  ['a change of another list', claimList('changing'), { held: [claimList('reading', { uses: ['/others'] })] }, true],
  ['a reading before a waiting change', claimList('reading'), { waiting: [claimList('changing')] }, true],
  ['a reading that gives way', claimList('reading', { givesWay: true }), { announced: [claimList('reading')] }, false],
  ['one that gives way to none', claimList('reading', { givesWay: true }), {}, true],
  ['removals of a trial before', { level: 'removals', uses: ['a'], mode: 'alone' }, { trials: [besideOthers] }, false],
  [
    'own removals',
    { level: 'removals', uses: ['a'], mode: 'alone', of: besideOthers },
    { trials: [besideOthers] },
    true,
  ],
])('grants %s: %s', (_, claim, { held = [], waiting = [], announced = [], trials = [] }, expected) => {
  const toGrants = (claims: readonly Claim[]) => new Set(claims.map((one) => ({ claim: one })));
  const level = { held: toGrants(held), waiting: toGrants(waiting) };
  const state: QueueState = {
    ...{ case: level, requests: level, removals: { held: new Set(), waiting: new Set() } },
    ...{ announcement: { held: toGrants(announced), waiting: new Set() }, trials: toGrants(trials) },
  };
  expect(mayBeGranted({ claim }, state)).toBe(expected);
});

/** What a case does, one after the other. */
const drawnCase = fc.record({
  isAlone: fc.boolean(),
  list: fc.constantFrom('/a', '/b'),
  givesWay: fc.boolean(),
  steps: fc.array(fc.constantFrom('read', 'change', 'pause', 'fail'), { maxLength: 6 }),
});
const drawnTrial = fc.record({
  cases: fc.array(drawnCase, { minLength: 1, maxLength: 4 }),
  isSideBySide: fc.boolean(),
  /** After how many turns of the loop the trial is aborted. */
  aborted: fc.option(fc.nat(12), { nil: undefined }),
});
type DrawnTrial = typeof drawnTrial extends fc.Arbitrary<infer T> ? T : never;

/** Runs trials as drawn. Rejects where claims that exclude each other are held at the same time. */
async function runTrials(trials: readonly DrawnTrial[]): Promise<ClaimQueue> {
  const queue = new ClaimQueue();
  const held = new Map<Claim, ClaimHolder>();
  const runCase = async (
    { isAlone, list, givesWay, steps }: DrawnTrial['cases'][number],
    trial: ClaimHolder,
    isAborted: () => boolean,
  ) => {
    const holder = trial.open();
    const ask = async (asked: Claim, own = holder) => {
      const claim = { ...asked };
      const grant = own.ask(claim);
      await grant.granted;
      if (isAborted()) return grant;
      for (const other of held.keys())
        if (claim.level === other.level && isConflicting(claim, other)) throw new Error('claims exclude each other');
      held.set(claim, trial);
      const release = () => {
        held.delete(claim);
        grant.release();
      };
      return { ...grant, release };
    };
    const turn = await ask(isAlone ? aloneInRun : besideOthers);
    const announced = givesWay ? undefined : await ask({ level: 'announcement', uses: [list], mode: 'announced' });
    let reading: Awaited<ReturnType<typeof ask>> | undefined;
    try {
      for (const step of steps) {
        if (step === 'fail') throw new Error('failed');
        if (step === 'read') {
          announced?.release();
          reading ??= await ask({ level: 'requests', uses: [list], mode: 'reading', givesWay });
        }
        if (step === 'change') {
          reading?.release();
          reading = undefined;
          const change = await ask({ level: 'requests', uses: [list], mode: 'changing' }, holder.open());
          await settle();
          change.release();
        }
        await settle();
      }
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'failed') throw error;
    } finally {
      reading?.release();
      announced?.release();
      turn.release();
    }
  };
  const runTrial = async ({ cases, isSideBySide, aborted }: DrawnTrial) => {
    const holder = queue.open();
    let isAborted = false;
    const abort = async (turns: number) => {
      for (let i = 0; i < turns; i += 1) await settle();
      isAborted = true;
      for (const [claim, owner] of held) if (owner === holder) held.delete(claim);
      holder.close();
    };
    const aborting = aborted === undefined ? undefined : abort(aborted);
    const run = (one: DrawnTrial['cases'][number]) => runCase(one, holder, () => isAborted);
    if (isSideBySide) await Promise.all(cases.map(run));
    else for (const one of cases) await run(one);
    await aborting;
    holder.close();
  };
  await Promise.all(trials.map(runTrial));
  return queue;
}

test('every schedule ends, whatever its trials claim and when they are aborted, and leaves nothing claimed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawnTrial, { maxLength: 5 }), async (trials) => {
      const queue = await runTrials(trials);
      expect(queue.open().ask(aloneInRun).granted).toBeUndefined();
      const all = { level: 'requests', uses: ['*'], mode: 'alone', givesWay: true } as const;
      expect(queue.open().ask(all).granted).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
