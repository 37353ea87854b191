import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { firstNotice, firstSettings, startSingleService } from './single-service.fixture.js';

useSteadyClock();

test.each(Array.from({ length: 14 }, (_, i) => 18 + i))(
  'the content is restored by reserved requests where a run may send %i',
  async (maxRequests) => {
    const service = await startSingleService();
    const limits = { cwd: '/', env: {}, said: {}, only: ['singles/*'], maxRequests };
    const { leftovers } = await audit(await loadProfile({ baseUrl: service.url, ...limits }), { seed: 1 });
    expect([service.state, leftovers]).toEqual([{ settings: firstSettings, notice: firstNotice }, []]);
    expect(service.requests.length).toBeLessThanOrEqual(maxRequests);
  },
);
