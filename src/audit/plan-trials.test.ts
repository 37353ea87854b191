import { expect, test } from 'vitest';
import type { Profile } from '../model/profile/profile.js';
import type { Collection } from '../model/service/subject.js';
import type { NamedRule } from '../rule/rule.js';
import { planTrials } from './plan-trials.js';

const collection = (name: string) =>
  ({ kind: 'collection', name, path: `/${name}`, actions: [], parents: [], facts: [] }) as unknown as Collection;
const named = (id: string) =>
  ({
    id,
    rule: { clause: 'A-01', per: 'collection', needs: [], touches: 'reads', watches: 'item' },
  }) as unknown as NamedRule;

test('puts preferred trials first, and adds or loses none', () => {
  const profile = { permit: 'deletes', only: [], baseUrl: 'http://a' } as unknown as Profile;
  const namesOf = (isFirst?: (rule: string, subject: string) => boolean) =>
    planTrials(
      [named('a/one'), named('a/two')],
      { collections: [collection('orders'), collection('things')], resources: [] },
      profile,
      {
        isFirst,
      },
    ).trials.map(({ rule, subject }) => `${rule} ${subject.name}`);
  expect(namesOf()).toEqual(['a/one orders', 'a/one things', 'a/two orders', 'a/two things']);
  expect(namesOf((rule, subject) => rule === 'a/two' && subject === 'things')).toEqual([
    'a/two things',
    'a/one orders',
    'a/one things',
    'a/two orders',
  ]);
});
