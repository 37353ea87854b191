import { expect, test } from 'vitest';
import { createBareCollection } from '../model/service/bare-collection.js';
import type { Subject } from '../model/service/subject.js';
import type { Rule } from './rule.js';
import { assumesRule, getRule, indexRules } from './rules-by-id.js';

const orders = createBareCollection('orders');
const operation = { kind: 'operation', name: 'GET /orders' } as Subject;
const part = { per: 'operation', assumes: ['a/joined'] } as unknown as Rule;
const rules = indexRules([
  { id: 'a/joined', rule: { per: 'collection', elsewhere: part } as Rule },
  { id: 'a/plain', rule: { per: 'collection', assumes: ['a/joined'] } as unknown as Rule },
  { id: 'a/other', rule: { per: 'collection', elsewhere: part } as Rule },
]);

test('a rule has its own experiment at operations', () => {
  expect(getRule(rules, { rule: 'a/joined', subject: operation })).toBe(part);
  expect(getRule(rules, { rule: 'a/joined', subject: orders }).per).toBe('collection');
  expect(getRule(rules, 'a/joined').per).toBe('collection');
  expect(() => getRule(rules, 'a/none')).toThrow('no rule has the id a/none');
});

test.each<[string, Subject, Subject, boolean]>([
  ['a/plain', orders, orders, true],
  ['a/plain', orders, operation, false],
  ['a/other', operation, operation, true],
  ['a/other', operation, orders, false],
])('%s assumes what is promised of the same kind of subject', (rule, subject, other, isAssumed) => {
  expect(assumesRule(rules, { rule, subject }, { rule: 'a/joined', subject: other })).toBe(isAssumed);
});
