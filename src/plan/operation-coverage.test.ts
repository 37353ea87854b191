import { expect, test } from 'vitest';
import type { SurveyedOperation } from '../model/service/operation.js';
import type { ResourceSubject } from '../model/service/subject.js';
import type { Rule } from '../rule/rule.js';
import { listPlannedOperations } from './operation-coverage.js';

const operation = (method: string, path: string, more: Partial<SurveyedOperation>): SurveyedOperation =>
  ({
    name: `${method} ${path}`,
    operation: { method, path },
    role: 'view',
    evidence: '',
    ...more,
  }) as SurveyedOperation;
const resource = (name: string, ...operations: SurveyedOperation[]): ResourceSubject =>
  ({ kind: 'resource', name, operations, values: [], collection: { name } }) as unknown as ResourceSubject;
const rules = {
  get: (id: string) => ({ needs: id === 'a/reads' ? [{ role: 'read' }] : [{ role: 'create' }] }) as unknown as Rule,
};

test('a rule about a collection calls the operations that its needs name', () => {
  const orders = resource(
    '/orders/{id}',
    operation('GET', '/orders/{id}', { role: 'read', owner: 'orders' }),
    operation('HEAD', '/orders/{id}', { role: 'head', owner: 'orders' }),
    operation('DELETE', '/orders/{id}', { role: 'remove', owner: 'orders' }),
  );
  const trials = [{ rule: 'a/reads', subject: { kind: 'collection', name: 'orders' } as never }];
  expect(listPlannedOperations([orders], trials, rules).map(({ method, rules: ids }) => [method, ids])).toEqual([
    ['GET', ['a/reads']],
    ['HEAD', ['a/reads']],
    ['DELETE', []],
  ]);
});

test('an operation without a rule has the reason, and one that is spared its word', () => {
  const stop = resource('/stop', operation('GET', '/stop', { spared: '"stop" suggests effects' }));
  const other = resource('/other', operation('POST', '/other', {}));
  expect(listPlannedOperations([stop, other], [], rules)).toEqual([
    { method: 'GET', path: '/stop', subject: 'GET /stop', rules: [], why: '"stop" suggests effects' },
    { method: 'POST', path: '/other', subject: 'POST /other', rules: [], why: 'no part of a collection' },
  ]);
});
