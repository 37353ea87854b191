import { expect, test } from 'vitest';
import type { RecordedMessagePair } from '../../model/traffic-exchange.js';
import { orderExchanges } from './order-exchanges.js';

const pair = (place: string, method: string, startedAt: number, endedAt: number): RecordedMessagePair => ({
  ...{ method, url: 'http://service/x', startedAt, endedAt, place, fields: {}, content: undefined, silence: undefined },
  ...{ answer: undefined, caller: undefined, secrets: [], hasFields: true, hasContent: true, hasText: true },
});

async function* list(...pairs: readonly RecordedMessagePair[]) {
  yield* pairs;
}

async function order(...recordings: readonly (readonly RecordedMessagePair[])[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { place, isAlone } of orderExchanges(recordings.map((pairs) => list(...pairs))))
    found.push(isAlone ? place : `${place}?`);
  return found;
}

test('brings several recordings into the order of their start', async () => {
  const one = [pair('a', 'GET', 1, 2), pair('d', 'GET', 7, 8), pair('c', 'GET', 5, 6)];
  expect(await order(one, [pair('b', 'GET', 3, 4)])).toEqual(['a', 'b', 'c', 'd']);
});

test('marks what was under way at the time of a write', async () => {
  const read = [pair('before', 'GET', 0, 10), pair('during', 'GET', 12, 15), pair('crossing', 'GET', 18, 25)];
  const rest = [pair('write', 'POST', 10, 20), pair('after', 'GET', 25, 30), pair('other', 'GET', 26, 31)];
  expect(await order([...read, ...rest])).toEqual(['before', 'write', 'during?', 'crossing?', 'after', 'other']);
});

test('marks two writes at the same time', async () => {
  expect(await order([pair('one', 'PUT', 0, 10), pair('two', 'PUT', 5, 15)])).toEqual(['one?', 'two?']);
});
