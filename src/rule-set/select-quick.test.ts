import { expect, test } from 'vitest';
import type { NamedRule } from '../rule/rule.js';
import { quickCases, selectQuick } from './select-quick.js';

const [chosen = ''] = Object.entries(quickCases).find(([, cases]) => cases === 1) ?? [];
const createRule = (id: string, cases?: number) => ({ id, rule: { cases } }) as unknown as NamedRule;

test('limits the cases of chosen rules, and names those that it leaves out', () => {
  const rules = [createRule(chosen), createRule('safety/of-the-kit'), createRule('mine/own', 3)];
  const { rules: limited, leftOut } = selectQuick({ rules, clauses: [], added: new Set(['mine/own']) });
  expect(limited.map(({ id, rule }) => [id, rule.cases])).toEqual([
    [chosen, 1],
    ['safety/of-the-kit', undefined],
    ['mine/own', 3],
  ]);
  expect([...(leftOut ?? [])]).toEqual(['safety/of-the-kit']);
});

test('leaves out no passive rule, because it sends nothing', () => {
  const passive = { id: 'responses/of-the-kit', rule: { isPassive: true } } as unknown as NamedRule;
  expect([...(selectQuick({ rules: [passive], clauses: [] }).leftOut ?? [])]).toEqual([]);
});

test('never gives a rule more cases than it declares', () => {
  const many = Object.keys(quickCases).find((id) => (quickCases[id] ?? 0) > 1) ?? '';
  expect(selectQuick({ rules: [createRule(many, 1)], clauses: [] }).rules[0]?.rule.cases).toBe(1);
});
