import { expect, test } from 'vitest';
import type { NamedRule } from '../rule/rule.js';
import { checkSelection, suggestRule } from './check-globs.js';

const rules = ['safety/get-does-not-change-the-item', 'paging/ends'].map(
  (id) => ({ id, rule: { clause: 'SAFE-01' } }) as NamedRule,
);

test.each(['safety', 'safety/', 'safety/*'])('%s is reported as a suite, and does not match itself', (name) => {
  expect(suggestRule(name, rules)).toBe('it is a suite, and "assay rules" lists its rules');
});

test('suggests a similar name', () => {
  expect(suggestRule('saftey', rules)).toBe('did you mean safety?');
  expect(suggestRule('SAFE-10', rules)).toBe('did you mean SAFE-01?');
  expect(suggestRule('unheard-of', rules)).toBe('"assay rules" lists all rules');
});

test('an excluded former id leaves the rule that it was joined with, except where only the former id is selected', () => {
  const joined = [{ id: 'safety/head-is-supported', rule: { clause: 'SAFE-03', elsewhere: {} } }] as NamedRule[];
  const select = (only: string) => () => checkSelection({ only: [only], except: ['operations/*'] }, joined);
  expect(select('safety/*')).not.toThrow();
  expect(select('operations/*')).toThrow('no rule is left');
  const isOff = { only: [], severities: [{ glob: 'operations/*', severity: 'off' as const }] };
  expect(() => checkSelection(isOff, joined)).not.toThrow();
});
