import { expect, test } from 'vitest';
import { replaceUniqueValues } from './judge-conflicts.js';

const word = 'k3x9q0ab7zt2';
const fresh = (value: string | number) =>
  (replaceUniqueValues({ unique: ['/v'] }, { v: value, w: 1 }, word) as { v: unknown }).v;

test.each([
  ['978-3-16-148410-0', /^\d{3}-\d-\d{2}-\d{6}-\d$/],
  ['assay-abc123@example.com', /^[a-z]{5}-[a-z]{3}\d{3}@example\.com$/],
  ['1b4e28ba-2fa1-11d2-883f-b9a761bde3fb', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/],
])('%s gives way to a text of its form', (value, form) => {
  expect(fresh(value)).toMatch(form);
  expect(fresh(value)).not.toBe(value);
});

test('numbers stay numbers, and nothing else changes', () => {
  expect(fresh(7)).toBeGreaterThan(7);
  expect(replaceUniqueValues({ unique: ['/v'] }, { v: 'a', w: 1 }, word)).toMatchObject({ w: 1 });
});

test('another fresh value gives another text', () => {
  expect(fresh('assay-abc123')).not.toBe(
    (replaceUniqueValues({ unique: ['/v'] }, { v: 'assay-abc123' }, 'aaaaaaaaaaaa') as { v: unknown }).v,
  );
});
