import { expect, test } from 'vitest';
import { noTape, observeTape } from '../http/tape.js';
import { type ExchangeEvent, tellExchanges } from './exchange-events.js';

const request = { method: 'GET', url: 'http://a/orders', headers: {} };
const answer = { status: 200, headers: {} };

test('emits each exchange when it is sent and when it ends, redacted', () => {
  const heard: ExchangeEvent[] = [];
  const tape = observeTape(noTape, [tellExchanges((one) => heard.push(one))]);
  const unredacted = { target: '/orders?secret', content: 'secret', text: 'secret' };
  const one = { n: 1, trial: 'a/b', role: 'survey', request, unredacted };
  const two = { n: 2, trial: undefined, role: undefined, request };
  tape.sent(one);
  tape.sent(two);
  tape.ended({ ...one, end: { ms: 3, answer } });
  tape.ended({ ...two, end: { ms: 4, silence: 'ECONNRESET' } });
  expect(heard).toEqual([
    { n: 1, role: 'survey', request },
    { n: 2, role: undefined, request },
    { n: 1, role: 'survey', request, end: { ms: 3, answer } },
    { n: 2, role: undefined, request, end: { ms: 4, silence: 'ECONNRESET' } },
  ]);
  expect(JSON.stringify(heard)).not.toContain('secret');
});

test('observers see an exchange once, in their order, after it is written', () => {
  const log: string[] = [];
  const observer = (name: string) => ({
    onSent: () => void log.push(`${name} sent`),
    onEnd: () => void log.push(`${name} end`),
  });
  const written = { ...noTape, sent: () => void log.push('written'), ended: () => void log.push('written') };
  const tape = observeTape(written, [observer('one'), observer('two')]);
  const exchange = { n: 1, trial: undefined, role: undefined, request };
  tape.sent(exchange);
  tape.ended({ ...exchange, end: { ms: 3, answer } });
  expect(log).toEqual(['written', 'one sent', 'two sent', 'written', 'one end', 'two end']);
});
