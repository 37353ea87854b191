import { expect, test } from 'vitest';
import { formatErrorTrace } from './stages.js';

const nameless = Object.assign(new Error('mine'), { stack: undefined });
const ring: Record<string, unknown> = {};
ring.self = ring;

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'the thrown value is no Error: undefined'],
  ['a sign', Symbol('x'), 'the thrown value is no Error: Symbol(x)'],
  ['a function', () => 1, 'the thrown value is no Error: () => 1'],
  ['an error without a stack', nameless, 'Error: mine'],
  ['a ring', ring, 'the thrown value cannot be printed'],
  ['a big number', 10n, 'the thrown value is no Error: 10'],
])('%s', (_, thrown, trace) => {
  expect(formatErrorTrace(thrown)).toBe(trace);
});

test('an error is formatted with its place and up to four causes', () => {
  const deep = Array.from({ length: 9 }).reduce<Error>(
    (cause, _, i) => new Error(`e${i}`, { cause }),
    new Error('root'),
  );
  const trace = formatErrorTrace(deep);
  expect(trace).toMatch(/^Error: e8\n\s+at .*trace\.test/);
  expect(trace.match(/^caused by: /gm)).toHaveLength(4);
});

test('a stack without the message is formatted with it, and a long one is cut', () => {
  const changed = new Error('first');
  expect(changed.stack).toContain('first');
  changed.message = 'second';
  expect(formatErrorTrace(changed)).toMatch(/^Error: second\nError: first\n/);
  expect(formatErrorTrace(new Error('x'.repeat(10_000)))).toHaveLength(6_001);
});
