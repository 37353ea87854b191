import { expect, test } from 'vitest';
import type { Exchange, JudgingTools } from '#rule';
import type { Attempt } from './_shared/attempts.js';
import { judgeRefusals, sendEach } from './_shared/refusal.js';

const exchange = (status: number): Exchange => ({
  ...{ n: status, method: 'GET', path: '/x', silence: undefined },
  answer: { status, headers: {}, text: '', json: undefined },
});

const attempt = (isOnItem: boolean, status = 0, ofTheFull = 200): Attempt => ({
  ...{ name: 'GET', isOnItem },
  send: async (as) => exchange(as === undefined ? ofTheFull : status),
});

const judging = (hideExistence: boolean) => ({ dialect: { hideExistence } }) as JudgingTools;

const said = async (isOnItem: boolean, status: number, ofTheFull: number, wanted: 401 | 403, isHidden = false) =>
  judgeRefusals(
    await sendEach([attempt(isOnItem, status, ofTheFull)], 'none', wanted),
    judging(isHidden),
    wanted,
    'so',
  );

test.each<[number, number, 401 | 403, string]>([
  [401, 200, 401, 'held'],
  [200, 200, 401, 'violated'],
  [202, 404, 401, 'violated'],
  [403, 200, 401, 'violated'],
  [302, 200, 401, 'violated'],
  [404, 200, 401, 'inconclusive'],
  [403, 200, 403, 'held'],
  [401, 200, 403, 'violated'],
  [204, 204, 403, 'violated'],
])('%i, and %i to the full caller, where %i is wanted: %s', async (status, ofTheFull, wanted, verdict) => {
  expect(await said(true, status, ofTheFull, wanted)).toMatchObject({ verdict });
});

test.each<[number, number, string]>([
  [403, 403, 'refused'],
  [403, 401, 'refused'],
  [400, 400, 'setup'],
  [404, 404, 'setup'],
  [500, 500, 'setup'],
])('%i says nothing where the full caller is answered %i too', async (status, ofTheFull, cause) => {
  expect(await said(true, status, ofTheFull, 401)).toMatchObject({ verdict: 'inconclusive', cause });
});

test('404 hides an item where that is declared, but never a collection', async () => {
  expect(await said(true, 404, 200, 403, true)).toMatchObject({ verdict: 'held' });
  expect(await said(false, 404, 200, 403, true)).toMatchObject({ verdict: 'violated' });
  const why = expect.stringContaining('auth.hideExistence');
  expect(await said(true, 404, 200, 403)).toMatchObject({ verdict: 'inconclusive', why });
});

test('without secured operations there is no conclusion', () => {
  expect(judgeRefusals([], judging(false), 401, 'so')).toMatchObject({ cause: 'no-usable-case' });
});

test('the attempts end after a success, and go on after a refusal', async () => {
  const tried = await sendEach(
    [attempt(true, 401), attempt(true, 404), attempt(true, 200), attempt(true, 401)],
    'none',
    401,
  );
  expect(tried.map(({ asked }) => asked.answer?.status)).toEqual([401, 404, 200]);
  expect(tried.map(({ control }) => control?.answer?.status)).toEqual([undefined, 200, undefined]);
});
