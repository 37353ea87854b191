import { expect, test } from 'vitest';
import { getHeader, hasStatus } from '../model/exchange.js';
import { assume, held, heldWithNote, InconclusiveError, inconclusive, violated } from './finding.js';

test('assume ends a case with its cause and reason if the condition is false', () => {
  expect(() => assume(true, 'setup', 'unused')).not.toThrow();
  const failing = () => assume(false, 'refused', 'it was answered 403');
  expect(failing).toThrow(InconclusiveError);
  expect(failing).toThrow(
    expect.objectContaining({ reason: 'refused', why: 'it was answered 403', message: 'it was answered 403' }),
  );
});

test('findings have one of three verdicts', () => {
  expect(held).toEqual({ verdict: 'held' });
  expect(Object.isFrozen(held)).toBe(true);
  expect(heldWithNote('late')).toEqual({ verdict: 'held', note: 'late' });
  expect(violated({ expected: 1, actual: 2 })).toEqual({ verdict: 'violated', grounds: { expected: 1, actual: 2 } });
  expect(inconclusive('noise', 'it flickers')).toEqual({ verdict: 'inconclusive', cause: 'noise', why: 'it flickers' });
});

const answerOf = (status: number) => ({ answer: { status, headers: {}, text: '', json: undefined } });

test('hasStatus matches a response by class or code, and no missing response', () => {
  expect(hasStatus(answerOf(204), 2)).toBe(true);
  expect(hasStatus(answerOf(404), 2, 404)).toBe(true);
  expect(hasStatus(answerOf(404), 2, 410)).toBe(false);
  expect(hasStatus({ answer: undefined }, 2, 4, 5)).toBe(false);
});

test('getHeader finds a field in any case, and the first line of a repeated one', () => {
  const message = { headers: { location: '/orders/1', link: ['<a>', '<b>'] } };
  expect(getHeader(message, 'Location')).toBe('/orders/1');
  expect(getHeader(message, 'LINK')).toBe('<a>');
  expect(getHeader(message, 'etag')).toBeUndefined();
  expect(getHeader(undefined, 'etag')).toBeUndefined();
});
