import { expect, test } from 'vitest';
import type { Action } from '#rule';
import type { ActionSubject } from '../../src/model/service/subject.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { runRules, type StubResponse, startItemService, testCollection } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

/** The finding for POST below an item that answers 200, and that a document describes with these statuses. */
async function said(statuses: readonly number[]): Promise<string | undefined> {
  const { url } = await startItemService(({ path }): StubResponse | undefined =>
    path.endsWith('/quote') ? { status: 200, json: { total: 3 } } : undefined,
  );
  const path = '/things/{id}/quote';
  const post = { method: 'POST', path, provenance: 'described', statuses, parameters: [] } as const;
  const action: Action = { name: 'quote', path, post };
  const collection = { ...testCollection, actions: [action] };
  const subject: ActionSubject = { kind: 'action', name: 'things/quote', collection, action };
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id === 'actions/action-answers-201');
  const { outcomes } = await runRules(url, rules, { collections: [collection], subjects: [subject] });
  return outcomes[0]?.cause ?? outcomes[0]?.verdict;
}

test('an operation that the document describes with 200 need not return 201', async () => {
  expect(await said([200])).toBe('setup');
  expect(await said([200, 201])).toBe('violated');
  expect(await said([])).toBe('violated');
});
