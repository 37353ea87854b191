import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { demoDialects } from '../../src/demo/start-demo.js';
import { startOrigin } from '../../src/http/origin.fixture.js';
import type { Permission } from '../../src/model/permission.js';
import type { Report } from '../../src/model/result/report.js';
import type { LoadProfileOptions } from '../../src/profile/load-options.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { createTestFolder } from './assay.fixture.js';
import { type Relay, type RelayedRequest, startRelay } from './relay.fixture.js';
import { type DeclaredService, startDemoWithOrders, startLibraryWithProfile } from './services.fixture.js';

useSteadyClock();

const reading = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND'];
const writing = [...reading, 'PATCH', 'POST', 'PUT'];
const allowed: Readonly<Record<Permission, readonly string[]>> = {
  reads: reading,
  writes: writing,
  deletes: [...writing, 'DELETE'],
  floods: [...writing, 'DELETE'],
};

interface Audited {
  readonly relay: Relay;
  readonly statuses: readonly number[];
  readonly report: Report;
}

/** Audits a service through a relay that counts what passes. */
async function audited({ target, file }: DeclaredService, said: Partial<LoadProfileOptions>): Promise<Audited> {
  const statuses: number[] = [];
  const relay = await startRelay(target, (_, status) => void statuses.push(status));
  const profile = await loadProfile({ baseUrl: relay.url, cwd: createTestFolder(), env: {}, file, cases: 1, ...said });
  return { relay, statuses, report: await audit(profile, { seed: 7 }) };
}

const overriding = ({ headers, path }: RelayedRequest) =>
  Object.keys(headers).some((name) => /method-override|^x-http-method$/.test(name)) || /[?&]_method=/.test(path);

/** Audits under a permission, and gives the methods that passed. */
async function methodsUnder(
  permit: Permission,
  service: DeclaredService,
  only: readonly string[] = [],
): Promise<string[]> {
  const { relay, report } = await audited(service, { permit, only });
  expect(relay.methods().filter((method) => !allowed[permit].includes(method))).toEqual([]);
  // No rule was held back by the last fence: each says itself how far it goes.
  expect(report.results.filter(({ verdict }) => verdict === 'errored')).toEqual([]);
  if (permit === 'reads' || permit === 'writes') expect(relay.requests.filter(overriding)).toEqual([]);
  return relay.methods();
}

test('checks with each permission the rules of the lower ones, and no rule that needs more', async () => {
  const dialects = [...demoDialects];
  const some = ['idempotency/*', 'safety/*', 'links/*', 'validation/unsupported-method*'];
  const seen = [
    await methodsUnder('reads', await startDemoWithOrders(dialects)),
    await methodsUnder('writes', await startDemoWithOrders(dialects)),
    await methodsUnder('deletes', await startDemoWithOrders(dialects), some),
    await methodsUnder('floods', await startDemoWithOrders(dialects), [...some, 'throttling/*']),
  ];
  const next = (at: number) => seen[Math.min(at + 1, seen.length - 1)] ?? [];
  expect(seen.flatMap((methods, at) => methods.filter((method) => !next(at).includes(method)))).toEqual([]);
  const unsafe = seen.map((methods) => methods.filter((method) => !reading.includes(method)));
  const all = ['DELETE', 'PATCH', 'POST', 'PUT'];
  expect(unsafe).toEqual([[], ['PATCH', 'POST', 'PUT'], all, all]);
});

test('does not write to nested collections without the permission', async () => {
  const library = await startLibraryWithProfile();
  expect(await methodsUnder('reads', library)).toContain('GET');
  expect(await methodsUnder('writes', library, ['creation/*', 'idempotency/*'])).toContain('POST');
});

describe('a run with the permission deletes', () => {
  const throttling = ({ results }: Report) => results.filter(({ rule }) => rule.startsWith('throttling/'));

  test('runs no flood rule and stays within the declared rate limit', async () => {
    const service = await startDemoWithOrders(['rate-limited']);
    const { statuses, report } = await audited(service, { permit: 'deletes', only: ['throttling/*', 'creation/*'] });
    expect(throttling(report).map(({ verdict, cause }) => [verdict, cause])).toEqual(
      Array.from({ length: 4 }, () => ['not-run', 'permission']),
    );
    expect(statuses).not.toContain(429);
    const flooded = await audited(service, { permit: 'floods', only: ['throttling/requests-over*'] });
    expect(flooded.statuses).toContain(429);
  });

  test.each<Permission>(['deletes', 'floods'])('stays within --rate with %s', async (permit) => {
    const perSecond = 60;
    const service = await startDemoWithOrders(['rate-limited']);
    const only = ['throttling/requests-over*', 'safety/get*', 'validation/unusual-queries*', 'creation/valid*'];
    const { relay } = await audited(service, { permit, only, rate: `${perSecond}/s` });
    const times = relay.requests.map(({ at }) => at);
    const tookMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
    expect(times.length).toBeGreaterThan(40);
    // What left late may arrive sooner after the one before it; on the whole there are never more.
    expect(times.length).toBeLessThanOrEqual(((tookMs + lateMs) * perSecond) / 1_000 + 1);
  });
});

/** How late the first request may be seen. */
const lateMs = 250;

test('follows no link with an effect when it may only read', async () => {
  const acts: string[] = [];
  const links = { self: '/boats/1', delete: '/boats/1/delete', cancel: { href: '/boats/1/cancel' } };
  const { url } = await startOrigin(({ url: path = '' }, response) => {
    const known: Readonly<Record<string, unknown>> = {
      '/': { boats: '/boats', logout: '/logout', shutdown: '/admin/shutdown' },
      '/boats': [{ id: 1, name: 'Argo', _links: links }],
      '/boats/1': { id: 1, name: 'Argo', _links: links },
    };
    if (/delete|cancel|logout|shutdown/.test(path)) acts.push(path);
    const answer = known[path.split('?')[0] ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  const profile = await loadProfile({ baseUrl: url, cwd: createTestFolder(), env: {}, permit: 'reads', cases: 1 });
  const { results } = await audit(profile, { seed: 1 });
  expect(results.some(({ verdict }) => verdict === 'held')).toBe(true);
  expect(acts).toEqual([]);
});
