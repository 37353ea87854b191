import { expect, onTestFinished, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { openClient } from '../../http/client.js';
import { openLedger } from '../../ledger/open-ledger.js';
import { createRequestMeter } from '../../limits/request-meter.js';
import type { JsonObject } from '../../model/json.js';
import { CaseClient } from '../items/case-client.js';
import { type StubResponse, startItemService } from '../test-service.fixture.js';
import { restoreResource } from './restore-resource.js';

useSteadyClock();

const original: JsonObject = { theme: 'dark' };
const changed: JsonObject = { theme: 'light' };
const theirs: JsonObject = { theme: 'of another client' };

/** Restores settings that the run changed; `put` says what they are after a write. */
async function restore(
  isSameRun: boolean,
  put: (json: JsonObject, n: number) => JsonObject,
  { stale = 0, isShown = false } = {},
) {
  let [state, writes, staleReads] = [changed, 0, stale];
  const service = await startItemService(({ method, json }): StubResponse => {
    if (method === 'GET') return { status: 200, json: writes > 0 && staleReads-- > 0 ? changed : state };
    writes += 1;
    state = put(json as JsonObject, writes);
    return isShown ? { status: 200, json: state } : { status: 204 };
  });
  const client = openClient({ baseUrl: service.url });
  onTestFinished(() => client.close());
  const limits = { maxRequests: 100, maxSeconds: 60, signal: undefined, countOwed: () => 0 };
  const wire = new CaseClient(createRequestMeter(client, limits), 'cleanup');
  const { holds } = openLedger(undefined, { runMark: '0123abcd', baseUrl: service.url, collections: [] });
  const hold = holds.hold({ path: '/settings', original, put: 'application/json' });
  holds.recordChange(hold, 'PUT', changed);
  const { is } = await restoreResource(hold, { wire, holds, isSameRun });
  const restored = state;
  const { is: again } = await restoreResource(hold, { wire, holds, isSameRun });
  return { is, again, state: restored, writes, last: state };
}

test.each([true, false])(
  'what another client wrote after the restoring write is kept, in the same run: %s',
  async (isSameRun) => {
    const { is, again, writes, last } = await restore(isSameRun, (json, n) => (n === 1 ? theirs : json));
    expect([is, again, writes, last]).toEqual(['failed', 'changed by others', 1, theirs]);
  },
);

test.each([true, false])(
  'a late read of its own content is none of another client, in the same run: %s',
  async (isSameRun) => {
    const { is, state } = await restore(isSameRun, (json) => json, { stale: 2 });
    expect([is, state]).toEqual(['restored', original]);
  },
);

test.each([true, false])(
  'what the response to the restoring write shows is its own content, and is written again, in the same run: %s',
  async (isSameRun) => {
    const change = (json: JsonObject, n: number) => (n === 1 ? { theme: 'of the service' } : json);
    const { is, state, writes } = await restore(isSameRun, change, { isShown: true });
    expect([is, state, writes]).toEqual(['restored', original, 2]);
  },
);
