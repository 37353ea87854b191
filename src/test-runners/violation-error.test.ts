import { describe, expect, test } from 'vitest';
import {
  createSampleEvidence,
  createSampleExchange,
  createSampleViolation,
  hostileText,
} from '../../test/report-samples/sample-result.js';
import { type RunFacts, Violation } from './violation-error.js';

const facts: RunFacts = {
  baseUrl: 'http://127.0.0.1:4010/api',
  seed: 42,
  sentences: new Map([['SAFE-1', 'A GET never changes state.']]),
  site: '    at file:///project/test/api.test.ts:5:7',
  formatRepeat: (rule, seed) => `vitest -t '${rule}', with seed: ${seed} in conformance()`,
};

describe('a violation', () => {
  const violation = new Violation(createSampleViolation(), facts);
  const { message, stack, expected, actual, showDiff } = violation;

  test('begins with the observation and its subject', () => {
    expect(message.split('\n')[0]).toBe('GET changed the item it read [orders]');
  });

  test('has title, clause, smallest case, exchanges, curl lines and the replay command', () => {
    const { curl, case: drawn } = createSampleEvidence({});
    expect(message).toContain('GET leaves the item as it was (MUST, safety/get-does-not-change-the-item)');
    expect(message).toContain('SAFE-1: A GET never changes state.');
    expect(message).toContain(JSON.stringify(drawn));
    expect(message).toMatch(/^ +\d+ {2}POST \/orders .* → 201 /m);
    for (const line of curl) expect(message).toContain(`$ ${line}`);
    expect(message).toContain("vitest -t 'safety/get-does-not-change-the-item', with seed: 42");
  });

  test('has expected and actual values for a diff', () => {
    expect([expected, actual, showDiff]).toEqual([
      createSampleEvidence({}).expected,
      createSampleEvidence({}).actual,
      true,
    ]);
  });

  test('has a stack that leads to the test file, and not into the kit', () => {
    expect(stack?.split('\n').filter((line) => line.startsWith('    at '))).toEqual([facts.site]);
  });

  test('has no other enumerable members', () => {
    expect(Object.keys(violation).sort()).toEqual(['actual', 'expected', 'name', 'showDiff']);
  });
});

test('a missing response is shown with the reason', () => {
  const { answer: _, ...silent } = createSampleExchange();
  const { message } = new Violation(
    createSampleViolation({}, { exchanges: [{ ...silent, silence: 'the line broke' }] }),
    facts,
  );
  expect(message).toContain('→ no response: the line broke');
});

test('an internal error has no diff, and a stack trace', () => {
  const { evidence: _, ...result } = createSampleViolation({ verdict: 'errored', cause: 'kit', why: 'Error: mine' });
  const violation = new Violation(result, facts);
  expect(violation.showDiff).toBe(false);
  expect([violation.name, violation.message]).toEqual([
    'NoVerdict',
    expect.stringContaining('errored: kit: Error: mine'),
  ]);
});

test('escapes control characters and line breaks of the service', () => {
  const exchange = createSampleExchange({ answer: { status: 200, headers: {}, content: hostileText, ms: 1 } });
  const told = {
    summary: hostileText,
    case: hostileText,
    curl: [hostileText],
    exchanges: [exchange],
    seenAgain: hostileText,
  };
  const { message } = new Violation(createSampleViolation({ subject: hostileText, title: hostileText }, told), facts);
  const plain = new Violation(
    createSampleViolation({}, { curl: ['curl'], exchanges: [createSampleExchange()] }),
    facts,
  );
  expect(message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  expect(message.split('\n')).toHaveLength(plain.message.split('\n').length);
});
