import { expect, test } from 'vitest';
import { noTape } from '../http/tape.js';
import { addExchangeListener, type ExchangeEvent } from './exchange-events.js';

const request = { method: 'GET', url: 'http://a/orders', headers: {} };
const answer = { status: 200, headers: {} };

test('emits each exchange when it is sent and when it ends, redacted', () => {
  const heard: ExchangeEvent[] = [];
  const tape = addExchangeListener(noTape, (one) => heard.push(one));
  tape.sent(1, 'a/b', 'survey', request, { target: '/orders?secret', content: 'secret' });
  tape.sent(2, undefined, undefined, request);
  tape.got(1, 3, answer, 'secret');
  tape.silent(2, 4, 'ECONNRESET');
  expect(heard).toEqual([
    { n: 1, role: 'survey', request },
    { n: 2, role: undefined, request },
    { n: 1, role: 'survey', request, end: { ms: 3, answer } },
    { n: 2, role: undefined, request, end: { ms: 4, silence: 'ECONNRESET' } },
  ]);
  expect(JSON.stringify(heard)).not.toContain('secret');
});

test('also writes to the tape', () => {
  const written: number[] = [];
  const tape = { ...noTape, sent: (n: number) => void written.push(n) };
  addExchangeListener(tape, () => {}).sent(1, undefined, undefined, request);
  expect(written).toEqual([1]);
  expect(addExchangeListener(tape, undefined)).toBe(tape);
});
