import { networkInterfaces } from 'node:os';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createTestFolder, startDemoService } from '../../../../test/cli/assay.fixture.js';
import { startRelay } from '../../../../test/cli/relay.fixture.js';
import { useSteadyClock } from '../../../../test/support/use-steady-clock.js';
import type { AuditPreview } from '../../../audit/consent.js';
import { audit } from '../../../audit.js';
import type { Profile } from '../../../model/profile/profile.js';
import { loadProfile } from '../../../profile/load-profile.js';
import { createConsent } from './ask-consent.js';

useSteadyClock();

/** A terminal, or a pipe, with what is typed into it. */
function terminal(isTTY: boolean, typed?: string) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  let told = '';
  output.on('data', (chunk) => {
    told += chunk;
    if (typed === undefined) return;
    if (/\[y\/N\] $/.test(told)) input.write(typed);
  });
  return { input, output, told: () => told };
}

/** A demo that is taken for another machine's, and asked a little. */
async function foreign(permit: Profile['permit'] = 'deletes') {
  const demo = await startDemoService();
  const relay = await startRelay(demo.url);
  const said = {
    baseUrl: relay.url,
    cwd: createTestFolder(),
    env: {},
    permit,
    only: ['creation/*', 'safety/*'],
    cases: 1,
  };
  return { relay, profile: { ...(await loadProfile(said)), isLoopback: false } };
}

const unsafe = /POST|PUT|PATCH|DELETE/;

describe('before the first write to another machine', () => {
  test.each(['n\n', '\n', 'yeah\n'])('sends no writes after the answer %j', async (typed) => {
    const { relay, profile } = await foreign();
    const { input, output, told } = terminal(true, typed);
    const consent = createConsent(profile, {}, { input, output });
    await expect(audit(profile, { seed: 1, consent })).rejects.toThrow('nothing was written');
    expect(relay.methods().join()).not.toMatch(unsafe);
    expect(told()).toMatch(/requests +about [\d,]+, at most [\d,]+ \(.*\); \d+ already sent\n/);
    expect(told()).toMatch(/written to {2}orders \(\/orders\)/);
    expect(told()).toMatch(/test items +at most [\d,]+ created, at most \d+ at once; all are removed at the end\n/);
  });

  test('after yes the audit continues', async () => {
    const { relay, profile } = await foreign();
    const { input, output } = terminal(true, 'y\n');
    await audit(profile, { seed: 1, consent: createConsent(profile, {}, { input, output }) });
    expect(relay.methods()).toContain('POST');
  });

  test('treats the end of the input as no', async () => {
    const { relay, profile } = await foreign();
    const { input, output } = terminal(true);
    input.end();
    await expect(audit(profile, { seed: 1, consent: createConsent(profile, {}, { input, output }) })).rejects.toThrow();
    expect(relay.methods().join()).not.toMatch(unsafe);
  });

  test.each([
    ['a pipeline', false, {}],
    ['who says so beforehand', true, { yes: true }],
  ])('%s gets the plan without a question', async (_, isTTY, flags) => {
    const { relay, profile } = await foreign();
    const { input, output, told } = terminal(isTTY);
    await audit(profile, { seed: 1, consent: createConsent(profile, flags, { input, output }) });
    expect(relay.methods()).toContain('POST');
    expect(told()).toMatch(/^Before the first write to http/);
    expect(told()).not.toContain('[y/N]');
  });

  test('asks no question for read requests, and for this machine', async () => {
    const { profile } = await foreign('reads');
    const { input, output } = terminal(true);
    expect(createConsent(profile, {}, { input, output })).toBeUndefined();
    const here = { ...profile, isLoopback: true, permit: 'deletes' as const };
    expect(createConsent(here, {}, { input, output })).toBeUndefined();
  });
});

const own = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

test.skipIf(own === undefined)('treats a network address of this machine as another machine', async () => {
  const demo = await startDemoService({ host: own ?? '' });
  const profile = await loadProfile({
    baseUrl: demo.url,
    cwd: createTestFolder(),
    env: {},
    only: ['creation/*'],
    cases: 1,
  });
  expect(profile).toMatchObject({ isLoopback: false, permit: 'reads' });
  await audit(profile, { seed: 1 });
  expect(demo.orders()).toBe(0);
});

describe('before the first write to loopback that seems to be another machine', () => {
  const sign = 'the document names the server https://api.shop.io';
  const foresee = async (): Promise<AuditPreview> => {
    const { profile } = await foreign();
    const previews: AuditPreview[] = [];
    const consent = async (preview: AuditPreview) => previews.push(preview) === 0;
    await expect(audit(profile, { seed: 1, consent })).rejects.toThrow('nothing was written');
    const [preview] = previews;
    if (preview === undefined) throw new Error('no plan was made');
    return { ...preview, otherHosts: [sign] };
  };
  const load = (more: object = {}) =>
    loadProfile({ baseUrl: 'http://127.0.0.1:1', cwd: createTestFolder(), env: {}, ...more });

  test('a pipeline is refused, and told which flag permits it', async () => {
    const { input, output, told } = terminal(false);
    const consent = createConsent(await load(), {}, { input, output });
    expect(await consent?.(await foresee())).toBe(false);
    expect(told()).toContain(sign);
    expect(told()).toContain('--permit deletes permits writes and removals');
  });

  test.each([
    ['n\n', false],
    ['y\n', true],
  ])('a terminal is asked: %j', async (typed, isGiven) => {
    const { input, output } = terminal(true, typed);
    expect(await createConsent(await load(), {}, { input, output })?.(await foresee())).toBe(isGiven);
  });

  test('--permit and --yes are consent, and a service without signs needs none', async () => {
    const { input, output } = terminal(false);
    const foreseen = await foresee();
    expect(createConsent(await load({ permit: 'deletes' }), {}, { input, output })).toBeUndefined();
    expect(await createConsent(await load(), { yes: true }, { input, output })?.(foreseen)).toBe(true);
    expect(await createConsent(await load(), {}, { input, output })?.({ ...foreseen, otherHosts: [] })).toBe(true);
  });
});
