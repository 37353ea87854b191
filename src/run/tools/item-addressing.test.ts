import { expect, test } from 'vitest';
import { createItemAddressing } from './item-addressing.js';

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
