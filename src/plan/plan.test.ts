import { describe, expect, test } from 'vitest';
import { type Permission, permissions } from '../model/permission.js';
import { isGlobMatch } from '../model/profile/rule-names.js';
import { createBareCollection } from '../model/service/bare-collection.js';
import type { ActionSubject, Collection, OperationSubject, ServiceSubject } from '../model/service/subject.js';
import { held } from '../rule/finding.js';
import type { Need } from '../rule/needs/need.js';
import { creatable, removable } from '../rule/needs/usual-needs.js';
import type { NamedRule, Rule } from '../rule/rule.js';
import { constant } from '../rule/values/generators.js';
import { plan } from './plan.js';

const orders = createBareCollection('orders');
const customers: Collection = { ...orders, name: 'customers', path: '/customers' };
const cancellation: ActionSubject = {
  kind: 'action',
  name: 'orders/cancellation',
  collection: orders,
  action: { name: 'cancellation', path: '/orders/{id}/cancellation' },
};
const service: ServiceSubject = { kind: 'service', name: 'service', collections: [orders] };

const named = (id: string, parts: Partial<Rule> = {}): NamedRule => ({
  id,
  rule: {
    clause: 'TST-01',
    level: 'MUST',
    family: 'convention',
    per: 'collection',
    title: `${id} holds`,
    otherwise: `${id} is broken`,
    since: '0.1',
    stage: 'stable',
    touches: 'reads',
    watches: 'item',
    needs: [],
    given: () => constant(null),
    when: async () => null,
    then: () => held,
    silentIn: [],
    ...parts,
  },
});

const planned = (rules: readonly NamedRule[], parts: Partial<Parameters<typeof plan>[0]> = {}) => {
  const { trials, exclusions } = plan({ rules, subjects: [orders], permit: 'floods', only: [], ...parts });
  return { trials: trials.map(({ rule, subject }) => `${rule}@${subject.name}`), exclusions };
};

describe('a rule is planned for', () => {
  test('every subject of its kind, and no other', () => {
    const subjects = [orders, customers, cancellation, service];
    const rules = [named('a/c'), named('a/a', { per: 'action' }), named('a/s', { per: 'service' })];
    expect(planned(rules, { subjects }).trials).toEqual([
      'a/a@orders/cancellation',
      'a/c@orders',
      'a/c@customers',
      'a/s@service',
    ]);
  });

  test('no subject when none of its kind was found, and the report says what to declare', () => {
    const { trials, exclusions } = planned([named('a/a', { per: 'action' })]);
    expect(trials).toEqual([]);
    expect(exclusions).toMatchObject([
      {
        rule: 'a/a',
        subject: '-',
        word: 'not-applicable',
        cause: 'need',
        why: 'no action was found',
        enable: 'resources[].actions',
      },
    ]);
  });
});

describe('a missing need', () => {
  test('excludes the trial with its reason, and the key that would change it', () => {
    const { exclusions } = planned([named('a/a', { needs: [creatable, removable] })]);
    expect(exclusions).toMatchObject([
      { subject: 'orders', word: 'not-applicable', cause: 'need', why: creatable.reason, enable: creatable.enable },
    ]);
  });

  test('excludes only the subject that lacks it', () => {
    const isOrders: Need = { name: 'n', reason: 'because', enable: 'key', isMet: ({ name }) => name === 'orders' };
    const { trials, exclusions } = planned([named('a/a', { needs: [isOrders] })], { subjects: [orders, customers] });
    expect(trials).toEqual(['a/a@orders']);
    expect(exclusions.map(({ subject }) => subject)).toEqual(['customers']);
  });

  test('is reported instead of a missing permission, because a permission would not help', () => {
    const { exclusions } = planned([named('a/a', { needs: [removable], touches: 'deletes' })], { permit: 'reads' });
    expect(exclusions).toMatchObject([{ word: 'not-applicable', cause: 'need' }]);
  });
});

describe('writes that are not sent', () => {
  const withheld = { roles: ['create'], why: 'its path suggests effects', enable: 'resources[].create' } as const;
  const emails: Collection = { ...orders, name: 'emails', withheld };

  test('exclude the trials that need them, with the reason and the key that permits them', () => {
    const rules = [named('a/a', { needs: [creatable] }), named('b/b', { needs: [removable] })];
    const mail: ActionSubject = { ...cancellation, name: 'emails/retry', collection: emails };
    const act = named('c/c', { per: 'action', needs: [creatable] });
    const { trials, exclusions } = planned([...rules, act], { subjects: [emails, mail] });
    expect(trials).toEqual([]);
    const excluded = { word: 'not-run', cause: 'permission', why: withheld.why, enable: withheld.enable };
    expect(exclusions).toEqual([
      { rule: 'a/a', subject: 'emails', ...excluded },
      expect.objectContaining({ rule: 'b/b', word: 'not-applicable', enable: 'resources[].delete' }),
      { rule: 'c/c', subject: 'emails/retry', ...excluded },
    ]);
  });
});

describe('permission', () => {
  const pairs = permissions.flatMap((touches) => permissions.map((permit) => [touches, permit] as const));
  test.each(pairs)(
    'includes or excludes a rule that %s in a run with the permission %s',
    (touches: Permission, permit: Permission) => {
      const { trials, exclusions } = planned([named('a/a', { touches })], { permit });
      const may = permissions.indexOf(touches) <= permissions.indexOf(permit);
      expect(trials).toEqual(may ? ['a/a@orders'] : []);
      expect(exclusions).toMatchObject(
        may
          ? []
          : [
              {
                word: 'not-run',
                cause: 'permission',
                enable: `--permit ${touches}`,
                why: `it ${touches}, and the permission of this run is ${permit}`,
              },
            ],
      );
    },
  );
});

describe('the filter', () => {
  test('excludes trials that do not match, and names the filter', () => {
    const { trials, exclusions } = planned([named('safety/a'), named('creation/b')], { only: ['safety', 'nothing/*'] });
    expect(trials).toEqual(['safety/a@orders']);
    expect(exclusions).toMatchObject([
      {
        rule: 'creation/b',
        word: 'not-run',
        cause: 'filter',
        why: 'excluded by --only safety nothing/*',
      },
    ]);
  });

  test.each([
    ['safety/get-leaves', true],
    ['safety', true],
    ['safe', false],
    ['safe*', true],
    ['safety/*', true],
    ['*/get-leaves', true],
    ['*', true],
    ['SAFE-01', true],
    ['safe-01', true],
    ['SAFE-0', false],
    ['SAFE-*', true],
    ['get-leaves', false],
    ['safety.get-leaves', false],
    ['safety/get-leave?', false],
    ['', false],
  ])('matches the glob %j with safety/get-leaves of SAFE-01: %j', (glob, expected) => {
    expect(isGlobMatch(glob, 'safety/get-leaves', 'SAFE-01')).toBe(expected);
  });
});

describe('a rule with an experiment at operations', () => {
  const id = 'safety/head-is-supported';
  const { elsewhere: _, ...part } = named(id, { per: 'operation', yieldsTo: { read: [id] } }).rule;
  const rule = named(id, { elsewhere: part });
  const operation = (path: string, role: 'list' | 'read'): OperationSubject => ({
    kind: 'operation',
    name: `GET ${path}`,
    call: {
      ...{ name: `GET ${path}`, role, owner: 'orders', evidence: path },
      operation: { method: 'GET', path, provenance: 'described', statuses: [], parameters: [] },
    },
    resource: { kind: 'resource', name: path, operations: [], values: [], collection: orders },
    collection: orders,
  });
  const stocked: Collection = { ...orders, standing: ['/orders/1'] };
  const subjects = [stocked, operation('/orders', 'list'), operation('/orders/{id}', 'read')];

  test('is checked on the collection, and at the operations that it does not cover', () => {
    expect(planned([rule], { subjects })).toEqual({
      trials: [`${id}@GET /orders`, `${id}@orders`],
      exclusions: [],
    });
  });

  test.each([
    ['safety/*', ['GET /orders', 'orders']],
    ['operations/*', ['GET /orders', 'GET /orders/{id}']],
    ['operations/head-is-supported', ['GET /orders', 'GET /orders/{id}']],
  ])('is selected by %s at %j', (glob, names) => {
    expect(planned([rule], { subjects, only: [glob] }).trials).toEqual(names.map((name) => `${id}@${name}`));
  });

  test('is excluded by a former id at operations alone', () => {
    const findExclusionReason = (_: string, __: string, formerIds: readonly string[]) => formerIds[0];
    expect(planned([rule], { subjects, findExclusionReason }).trials).toEqual([`${id}@orders`]);
  });

  test('has one line where it is checked nowhere', () => {
    expect(planned([rule], { subjects: [] }).exclusions).toHaveLength(1);
  });
});

describe('the order', () => {
  test('puts direct and indirect assumptions first, and sorts the others by id', () => {
    const rules = [
      named('c'),
      named('a', { assumes: ['z'] }),
      named('z', { assumes: ['m'] }),
      named('m'),
      named('b', { assumes: ['not-in-the-catalogue'] }),
    ];
    const expected = ['m', 'z', 'a', 'b', 'c'].map((id) => `${id}@orders`);
    expect(planned(rules).trials).toEqual(expected);
    expect(planned([...rules].reverse()).trials).toEqual(expected);
  });

  test('does not exist for a cycle, which is refused with the names', () => {
    const circle = [named('a', { assumes: ['b'] }), named('b', { assumes: ['c'] }), named('c', { assumes: ['a'] })];
    expect(() => planned(circle)).toThrow('rules assume each other in a circle: a → b → c → a');
    expect(() => planned([named('a', { assumes: ['a'] })])).toThrow('a → a');
  });

  test('exists when two rules assume the same one', () => {
    const rules = [named('a', { assumes: ['c', 'b'] }), named('b', { assumes: ['c'] }), named('c')];
    expect(planned(rules).trials).toEqual(['c@orders', 'b@orders', 'a@orders']);
  });
});
