import { expect, test } from 'vitest';
import type { DryRunResult } from '../../../audit/dry-run.js';
import { createSampleCollection } from '../../../init/sample.fixture.js';
import type { Profile } from '../../../model/profile/profile.js';
import type { Exclusion, Trial } from '../../../model/result/plan.js';
import type { Subject } from '../../../model/service/subject.js';
import { describePlanSummary } from './describe-plan-summary.js';
import { summarizePlan } from './plan-summary.js';

const profile = {
  name: 'service',
  baseUrl: 'http://service.example',
  permit: 'writes',
  permitFrom: 'flag',
  limits: { cases: 10, maxRequests: 500, maxSeconds: 60, ratePerSecond: undefined },
} as unknown as Profile;

function createDryRun(names: readonly string[], exclusions: readonly Exclusion[] = []): DryRunResult {
  const collections = names.map((name) => createSampleCollection({ name, path: `/${name}` }));
  const trials = collections.map(
    (subject): Trial => ({
      rule: 'safety/one',
      level: 'MUST',
      touches: 'writes',
      subject: subject as Subject,
    }),
  );
  const survey = {
    collections,
    resources: [],
    contradictions: [],
    notes: [],
    omissions: [],
    document: undefined,
    documentSource: undefined,
  };
  return {
    survey,
    rules: [],
    trials,
    exclusions,
    requests: 3,
    crash: undefined,
    isInterrupted: false,
    redact: (value) => value,
  };
}

const unmet = (rule: string, subject: string, enable: string): Exclusion => ({
  rule,
  subject,
  word: 'not-applicable',
  cause: 'need',
  why: `no ${enable}`,
  enable,
});

test('each missing key is listed once, the one that enables most rules first', () => {
  const exclusions = [unmet('a/1', 'x', 'links'), unmet('a/2', 'x', 'cache'), unmet('a/3', 'y', 'cache')];
  expect(summarizePlan(createDryRun(['x', 'y'], exclusions), profile).unknown).toEqual([
    { enable: 'cache', why: 'no cache', rules: ['a/2', 'a/3'], subjects: ['x', 'y'] },
    { enable: 'links', why: 'no links', rules: ['a/1'], subjects: ['x'] },
  ]);
});

test('more cases mean more requests, within the same limit', () => {
  const dryRun = createDryRun(['x', 'y']);
  const few = summarizePlan(dryRun, profile).requests;
  const many = summarizePlan(dryRun, { ...profile, limits: { ...profile.limits, cases: 100 } }).requests;
  expect(many.estimate).toBeGreaterThan(few.estimate * 9);
  expect([few.atMost, many.atMost]).toEqual([500, 500]);
});

test('a plan for many collections still fits on a screen', () => {
  const names = Array.from({ length: 300 }, (_, index) => `things${index}`);
  const lines = describePlanSummary(summarizePlan(createDryRun(names), profile));
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(lines).toContain('1 rule in 300 checks');
  expect(lines).toContain('  and 288 more collections');
});
