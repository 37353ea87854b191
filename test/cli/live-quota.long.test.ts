import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { createTestFolder, startDemoService } from './assay.fixture.js';
import { startRelay } from './relay.fixture.js';

/** They need more than a whole page of those that are shown by default, and more creations under other keys. */
const needMore = ['pagination/list-without-parameters-is-bounded', 'replay/key-outlives-other-keys'];

test('decides every check that needs no more items than limits.maxLive when that limit is low', async () => {
  const demo = await startDemoService();
  let most = 0;
  const relay = await startRelay(demo.url, () => {
    most = Math.max(most, demo.orders());
  });
  const said = { baseUrl: relay.url, cwd: createTestFolder(), env: {}, cases: 2, maxLive: 10, concurrency: 8 };
  const { results, leftovers } = await audit(await loadProfile(said), { seed: 3 });
  const undecided = results.filter(({ cause }) => cause === 'budget').map(({ rule }) => rule);
  expect(undecided).toEqual(needMore);
  expect([most, demo.orders(), leftovers]).toEqual([10, 0, []]);
});
