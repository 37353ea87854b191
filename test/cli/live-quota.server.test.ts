import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { aim } from '../../src/profile/load-profile.js';
import { demoService, folderWith } from './assay.fixture.js';
import { relayTo } from './relay.fixture.js';

/** It makes more than a whole page of those that are shown by default. */
const needsMore = ['pagination/list-without-parameters-is-bounded'];

test('little room for what stands costs no verdicts but of those that need more of it alone', async () => {
  const demo = await demoService();
  let most = 0;
  const relay = await relayTo(demo.url, () => {
    most = Math.max(most, demo.orders());
  });
  const said = { baseUrl: relay.url, cwd: folderWith(), env: {}, cases: 2, maxLive: 10, concurrency: 8 };
  const { results, leftovers } = await audit(await aim(said), { seed: 3 });
  const undecided = results.filter(({ cause }) => cause === 'budget').map(({ rule }) => rule);
  expect(undecided).toEqual(needsMore);
  expect([most, demo.orders(), leftovers]).toEqual([10, 0, []]);
});
