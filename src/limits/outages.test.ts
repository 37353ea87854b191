import { expect, test } from 'vitest';
import type { RequestResult } from './classify-answer.js';
import { OutageLog } from './outages.js';

const answered = (n: number): RequestResult => ({ n, answer: { status: 200 } as never });
const torn = (n: number): RequestResult => ({ n, answer: undefined, silence: 'ECONNRESET' });
const refused = (n: number): RequestResult => ({ n, answer: undefined, silence: 'ECONNREFUSED' });
const get = { method: 'GET', path: '/a' };
const post = { method: 'POST', path: '/b' };

test('names the requests that broke or had no answer when connections were refused', () => {
  const log = new OutageLog();
  log.begin(get)(answered(1));
  const slow = log.begin(get);
  log.begin(post)(torn(3));
  expect(log.describeOutage()).toBeUndefined();
  log.begin(get)(refused(4));
  slow(torn(2));
  log.begin(get)(refused(5));
  expect(log.describeOutage()).toBe('it was handling POST /b (exchange 3), GET /a (exchange 2)');
  expect(log.notes()).toEqual([]);
  log.begin(get)(answered(6));
  expect(log.describeOutage()).toBeUndefined();
  expect(log.notes()).toEqual([
    'the service stopped and came back: it was handling POST /b (exchange 3), GET /a (exchange 2)',
  ]);
});

test('does not name a request that broke long before, nor one that was answered in the end', () => {
  const log = new OutageLog();
  log.begin(post)(torn(1));
  log.begin(get)(answered(2));
  const slow = log.begin(get);
  log.begin(get)(refused(4));
  slow(answered(3));
  expect(log.describeOutage()).toBeUndefined();
});

test('says nothing about a service that never answered', () => {
  const log = new OutageLog();
  log.begin(get)(refused(1));
  expect([log.describeOutage(), log.notes()]).toEqual([undefined, []]);
});

test('lists the requests under way each time, without those that were refused', () => {
  const log = new OutageLog();
  log.begin(get)(answered(1));
  const late = log.begin(get);
  log.begin(post)(torn(2));
  log.begin(get)(refused(3));
  late(refused(4));
  log.begin(get)(answered(5));
  log.begin(post)(torn(6));
  log.begin(get)(refused(7));
  expect(log.listOutages()).toEqual([[2], [6]]);
});

test('a request whose connection was accepted and broke since the service stopped can have stopped it again', () => {
  const log = new OutageLog();
  log.begin(get)(answered(1));
  log.begin(post)(torn(2));
  log.begin(get)(refused(3));
  log.begin(post)(torn(4));
  expect(log.listOutages()).toEqual([[2]]);
  log.begin(get)(refused(5));
  expect(log.listOutages()).toEqual([[2], [4]]);
  log.begin(get)(answered(6));
  expect(log.notes()).toEqual([
    'the service stopped and came back: it was handling POST /b (exchange 2)',
    'the service stopped and came back: it was handling POST /b (exchange 4)',
  ]);
});

test('names a kind of request that stops the service nearly each time', () => {
  const log = new OutageLog();
  for (let n = 1; n < 40; n += 10) {
    expect([log.findBlock(post), log.findBlock(get)]).toEqual([undefined, undefined]);
    for (let i = 0; i < 5; i += 1) log.begin(get)(answered(n + i));
    const slow = log.begin(get);
    log.begin(post)(torn(n + 6));
    slow(torn(n + 7));
    log.begin(get)(refused(n + 8));
    log.begin(get)(answered(n + 9));
    if (n === 21) break;
  }
  expect(log.findBlock(post)).toEqual({
    cause: 'no-answer',
    why: 'POST /b is not sent any more: the service stopped 3 times during it',
  });
  expect(log.findBlock(get)).toBeUndefined();
});
