import { expect, test } from 'vitest';
import type { Outcome } from '../model/result/outcome.js';
import type { Result } from '../model/result/report.js';
import type { Subject } from '../model/service/subject.js';
import type { NamedRule } from '../rule/rule.js';
import { loadRuleSet } from '../rule-set/load-rule-set.js';
import { createPublisher } from './publisher.js';

const redactJson = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('s3cret', '[hidden]')) as T;
const redaction = { redactJson, redactNames: redactJson, redact: redactJson<string>, hasSecret: () => false };
const client = { ...redaction, count: () => 0 };

function outcomeOf({ id, rule }: NamedRule): Outcome {
  const subject = { kind: 'collection', name: 'orders of s3cret' } as Subject;
  const exchanges: NonNullable<Outcome['counterexample']>['exchanges'] = [];
  return {
    trial: { rule: id, level: rule.level, touches: rule.touches, subject },
    verdict: 'violated',
    cases: 3,
    corners: 1,
    requests: 9,
    notes: ['s3cret was seen'],
    why: 's3cret',
    counterexample: {
      summary: 'it showed s3cret',
      expected: 's3cret',
      actual: { deep: ['s3cret'] },
      case: 's3cret',
      exchanges,
      controls: [],
      seed: 1,
      path: '0',
      seenAgain: '2 of 2',
    },
  };
}

test('each result is reported judged, with its waiver, and without secrets', async () => {
  const [named] = (await loadRuleSet()).rules;
  if (named === undefined) throw new Error('there is no law');
  const outcome = outcomeOf(named);
  const told: Result[] = [];
  const begun: unknown[] = [];
  const waivers = [{ rule: named.id, reason: 'legacy', until: '2026-02-01', where: 'assay.yaml:1:1' }];
  const options = {
    seed: 1,
    onResult: (result: Result) => told.push(result),
    onBegin: (check: unknown) => begun.push(check),
  };
  const rules = new Map([[named.id, named.rule]]);
  const publisher = createPublisher(options, { waivers }, { rules, today: '2026-02-01' }, client);
  publisher.onBegin(outcome.trial, 1);
  publisher.onOutcome(outcome, 1, 1);
  createPublisher(options, { waivers }, { rules, today: '2026-02-02' }, client).onOutcome(outcome, 1, 1);
  expect(told.map(({ rule, verdict, waived }) => [rule, verdict, waived?.reason])).toEqual([
    [named.id, 'violated', 'legacy'],
    [named.id, 'violated', undefined],
  ]);
  expect(JSON.stringify(told)).not.toContain('s3cret');
  expect(JSON.stringify(told)).toContain('[hidden]');
  expect(begun).toEqual([{ rule: named.id, subject: 'orders of [hidden]' }]);
});
