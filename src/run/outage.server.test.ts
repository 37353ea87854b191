import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { listenOnFreePort } from '../http/origin.fixture.js';
import { createBodyRule, runRules } from './test-service.fixture.js';

useSteadyClock();

test('a run names the request that the service was handling when it stopped', async () => {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    server.close();
    server.closeAllConnections();
    return undefined;
  });
  const url = await listenOnFreePort(server);
  const killing = createBodyRule('a/kill', {
    when: async (body, { items }) => items.create(body),
  });
  const { endedEarly, isLost } = await runRules(url, [killing], { limits: { cases: 1 } });
  expect(endedEarly).toMatch(
    /^the service no longer answers; when it stopped, it was handling POST \/things \(exchange \d+\)$/,
  );
  expect(isLost).toBe(true);
});
