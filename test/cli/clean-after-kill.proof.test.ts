import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLedger } from '../../src/ledger/read-ledger.js';
import { libraryProfile, startLibrary } from '../../tools/library-service/start-library.js';
import { createTestFolder, runAssay, startAssay, startDemoService } from './assay.fixture.js';
import { startCuttableProxy } from './cut-connection.fixture.js';

/** Numbers by chance, the same each time. */
function chance(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + Math.floor((state / 2 ** 32) * most);
  };
}

interface DemoRun {
  readonly url: string;
  readonly left: () => number;
  readonly profile?: object;
}

const demo = (options: Parameters<typeof startDemoService>[0]) => async (): Promise<DemoRun> => {
  const { url, orders } = await startDemoService(options);
  return { url, left: orders };
};

const library = async (): Promise<DemoRun> => {
  const { url, count } = await startLibrary();
  return { url, left: () => Object.values(count()).reduce((sum, one) => sum + one, 0), profile: libraryProfile };
};

/** Runs until so many requests arrived, and sends a signal in the very moment of the last of them. */
async function stopped(demoRun: DemoRun, after: number, signal: NodeJS.Signals) {
  const relayed = await startCuttableProxy(demoRun.url, (_, n) => {
    if (n === after) begun.child.kill(signal);
  });
  const cwd = createTestFolder({ 'assay.json': JSON.stringify({ ...demoRun.profile, baseUrl: relayed.url }) });
  const begun = startAssay(cwd, ['run', '--cases', '30', '--seed', String(after)]);
  return { cwd, ended: await begun.ended };
}

/**
 * An item without a marker whose creation was in progress cannot be recognized: its possible place is reported, and it is not
 * removed.
 */
const isBare = (line: string): boolean => line.includes('sent without a mark');

/** Such an item, or several, may also be named as new entries of their list. */
const isNewEntry = (line: string): boolean => /that (was|were) not there before the run, without its marker/.test(line);

/** Where the run was killed before a list was seen to show a new item, and none is left as a control, that none is shown proves little. */
const isUnproven = (line: string): boolean => /^ {2}may stay .*the list was not seen to show a new item/.test(line);

const draw = chance(20_261);
/** Numbers of requests, one in each eighth of the run. */
const spreadMoments = (most: number): number[] =>
  Array.from({ length: 8 }, (_, n) => looked + Math.floor((n * most) / 8) + draw(Math.ceil(most / 8)));

/** Requests by which a run has begun its ledger: before that, it only looks. */
const looked = 25;
const grounds: readonly (readonly [string, () => Promise<DemoRun>, readonly number[]])[] = (
  [
    ['a plain service', demo({}), 2_000],
    [
      'a service whose creations answer Location alone',
      demo({ dialect: ['created-location-only', 'ids-integer'] }),
      2_000,
    ],
    ['a service with small pages', demo({ dialect: ['small-pages', 'pagination-page'] }), 2_000],
    ['a slow service', demo({ world: ['slow'], seed: 7 }), 500],
    ['nested collections', library, 1_000],
  ] as const
).map(([name, open, most]) => [name, open, spreadMoments(most)]);

describe.each(grounds)('a run on %s', (_, open, moments) => {
  test(`that is killed at requests ${moments.join(', ')} leaves no item with a marker, and no unreported item, after assay clean`, async () => {
    const all = moments.map(async (after) => {
      const demoRun = await open();
      const { cwd } = await stopped(demoRun, after, 'SIGKILL');
      const { code, stdout, stderr } = await runAssay(cwd, ['clean', 'reports']);
      const told = stdout.split('\n').filter((line) => /^ {2}(stays|may stay) {2}/.test(line));
      const untold = Math.max(0, demoRun.left() - told.filter(isBare).length);
      const { things } = readLedger(join(cwd, 'reports/ledger.ndjson'));
      const others = told.filter((line) => !isBare(line) && !isNewEntry(line) && !isUnproven(line));
      return {
        after,
        untold,
        others,
        isDone: code === (told.length > 0 ? 1 : 0),
        open: things.length - told.filter((line) => !isNewEntry(line)).length,
        stderr,
      };
    });
    expect(await Promise.all(all)).toEqual(
      moments.map((after) => ({ after, untold: 0, others: [], isDone: true, open: 0, stderr: '' })),
    );
  });

  test(`that is interrupted at requests ${moments.join(', ')} leaves no items`, async () => {
    const all = moments.map(async (after) => {
      const demoRun = await open();
      const { cwd, ended } = await stopped(demoRun, after, 'SIGINT');
      const lines = readFileSync(join(cwd, 'reports/ledger.ndjson'), 'utf8').trimEnd().split('\n');
      return { after, left: demoRun.left(), code: ended.code, isEnded: /"ended"/.test(lines.at(-1) ?? '') };
    });
    expect(await Promise.all(all)).toEqual(moments.map((after) => ({ after, left: 0, code: 130, isEnded: true })));
  });
});
