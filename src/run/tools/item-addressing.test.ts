import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { InconclusiveError } from '../../rule/finding.js';
import { type CreationRecord, createItemAddressing, type ItemAddressing } from './item-addressing.js';

test('the member with the id is known once it led to two items by different values', () => {
  const addressing = createItemAddressing();
  addressing.recordIdPlace('orders', '/version', '1');
  addressing.recordIdPlace('orders', '/version', '1');
  addressing.recordIdPlace('orders', '/ref', 'a');
  addressing.recordIdPlace('others', '/ref', 'b');
  expect(addressing.getIdPlace('orders')).toBeUndefined();
  addressing.recordIdPlace('orders', '/ref', 'b');
  expect([addressing.getIdPlace('orders'), addressing.getIdPlace('others')]).toEqual(['/ref', undefined]);
});

test('ids are reused where the item created right after a removal has the id of the removed one', () => {
  const addressing = createItemAddressing();
  expect(addressing.isReusingIds('orders')).toBeUndefined();
  addressing.recordCreatedId('orders', '1');
  expect(addressing.isReusingIds('orders')).toBeUndefined();
  addressing.recordRemovedId('orders', '1');
  addressing.recordCreatedId('others', '1');
  addressing.recordCreatedId('orders', '1');
  addressing.recordCreatedId('orders', '2');
  expect([addressing.isReusingIds('orders'), addressing.isReusingIds('others')]).toEqual([true, undefined]);
  addressing.recordRemovedId('others', '1');
  addressing.recordCreatedId('others', '2');
  expect(addressing.isReusingIds('others')).toBe(false);
});

test('of items created at once, any one shows that ids are reused', () => {
  const addressing = createItemAddressing();
  addressing.recordRemovedId('orders', '1');
  for (const id of ['2', '1', '3']) addressing.recordCreatedId('orders', id);
  expect(addressing.isReusingIds('orders')).toBe(true);
});

describe('creations before one of them has succeeded', () => {
  async function createTwo(shows: (addressing: ItemAddressing) => void) {
    const addressing = createItemAddressing(5);
    const begun: boolean[] = [];
    const waiting: (() => void)[] = [];
    const make = async (isOpen: boolean): Promise<CreationRecord> => {
      begun.push(isOpen);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { n: begun.length, known: 'by answer', status: 201 };
    };
    const trial = {
      tryRemoval: async () => {
        shows(addressing);
        return true;
      },
      repeatWorking: async () => undefined,
    };
    const all = [1, 2].map(() => addressing.createTracked('orders', make, trial));
    await setImmediate();
    const atOnce = [...begun];
    while (begun.length < 2 || waiting.length > 0) {
      waiting.shift()?.();
      await setImmediate();
    }
    await Promise.all(all);
    return atOnce;
  }

  test('begin side by side after a trial with an address and a removal', async () => {
    const shows = (addressing: ItemAddressing) => {
      addressing.recordAddressed('orders');
      addressing.recordRemoved('orders');
    };
    expect(await createTwo(shows)).toEqual([false, false]);
  });

  test.each<[string, (addressing: ItemAddressing) => void]>([
    ['without an address', (addressing) => addressing.recordRemoved('orders')],
    ['without a removal', (addressing) => addressing.recordAddressed('orders')],
  ])('wait for each other after a trial %s', async (_, shows) => {
    expect(await createTwo(shows)).toHaveLength(1);
  });
});

describe('creations that cannot come', () => {
  useSteadyClock();
  const trial = { tryRemoval: async () => false, repeatWorking: async () => undefined };
  const refuse = async (status = 422): Promise<CreationRecord> => ({ n: 7, known: undefined, status });

  test('end the wait of those behind, and more are sent once it is over', async () => {
    const addressing = createItemAddressing(5);
    let release = () => {};
    const held = addressing.createTracked(
      'orders',
      () =>
        new Promise<CreationRecord>((resolve) => {
          release = () => resolve({ n: 1, known: 'by answer', status: 201 });
        }),
      trial,
    );
    await expect(addressing.createTracked('orders', () => refuse(), trial)).rejects.toThrow(InconclusiveError);
    const later = addressing.createTracked('orders', () => refuse(), trial);
    release();
    await expect(Promise.all([held, later])).resolves.toHaveLength(2);
  });

  test('are not sent any more after a hundred refusals, and the reason names the last', async () => {
    const addressing = createItemAddressing(5);
    for (let i = 0; i < 100; i += 1) await addressing.createTracked('orders', () => refuse(), trial);
    await expect(addressing.createTracked('orders', () => refuse(), trial)).rejects.toThrow(/422 \(exchange 7\)/);
  });

  test('are counted with the last failure, also where it got no answer', async () => {
    const addressing = createItemAddressing(5);
    const getNone = () => Promise.reject(new InconclusiveError('no-answer', 'POST /orders got no answer'));
    await expect(addressing.createTracked('orders', getNone, trial)).rejects.toThrow(InconclusiveError);
    expect(addressing.tallies.get('orders')).toEqual({ created: 0, failed: 'POST /orders got no answer' });
  });

  test.each<[string, number]>([
    ['one was accepted', 201],
    ['a limit on requests answers', 429],
  ])('are sent where %s', async (_, status) => {
    const addressing = createItemAddressing(500);
    await addressing.createTracked('orders', () => refuse(status), trial);
    for (let i = 0; i < 120; i += 1)
      await addressing.createTracked('orders', () => refuse(status === 429 ? 429 : 422), trial);
    await expect(addressing.createTracked('orders', () => refuse(), trial)).resolves.toMatchObject({ status: 422 });
  });
});
