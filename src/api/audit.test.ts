import { expect, onTestFinished, test, vi } from 'vitest';
import { guardCallback } from './audit.js';

function warnings() {
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.map(([text]) => text);
}

test.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('mine');
    },
  ],
  ['gives a promise that is rejected', async () => Promise.reject(new Error('mine'))],
])('a hook that %s is reported once, and does not disturb the run', async (_, hook) => {
  const told = warnings();
  const calls: number[] = [];
  const hooked = guardCallback('onResult', (n: number) => {
    calls.push(n);
    return hook();
  });
  hooked(1);
  hooked(2);
  await new Promise(setImmediate);
  expect([calls, told()]).toEqual([[1, 2], ['onResult failed, and the audit continues without it: mine']]);
});

test('a rejection without an error is reported as it is, and a working hook reports nothing', async () => {
  const told = warnings();
  guardCallback('onSeen', () => {
    throw null;
  })();
  guardCallback('onSeen', () => 7)();
  expect(told()).toEqual(['onSeen failed, and the audit continues without it: null']);
});
