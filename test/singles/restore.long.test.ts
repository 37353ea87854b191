import { describe, expect, test } from 'vitest';
import type { AuditPreview } from '../../src/audit/consent.js';
import { audit } from '../../src/audit.js';
import { describeWritePlan } from '../../src/cli/commands/run/ask-consent.js';
import type { Json } from '../../src/model/json.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import {
  type DocumentChange,
  firstNotice,
  firstSettings,
  type SingleHook,
  type SingleService,
  startSingleService,
} from './single-service.fixture.js';

useSteadyClock();

interface Options {
  readonly hook?: SingleHook;
  readonly change?: DocumentChange;
  readonly permit?: 'reads' | 'writes' | 'deletes';
  readonly restore?: readonly string[];
  readonly isElsewhere?: boolean;
  readonly only?: readonly string[];
}

async function auditSingles({ hook, change, permit, restore, isElsewhere, only = ['singles/*'] }: Options) {
  const service = await startSingleService(hook, change);
  const said = { ...(restore && { operations: { restore } }) };
  const profile = await loadProfile({
    ...{ baseUrl: service.url, cwd: '/', env: {}, said, only },
    ...(permit && { permit }),
  });
  const report = await audit({ ...profile, isLoopback: isElsewhere !== true && profile.isLoopback }, { seed: 1 });
  return { service, report };
}

const listWrites = ({ requests }: SingleService) =>
  requests
    .filter(({ method }) => /^(PUT|POST|DELETE|PATCH)$/.test(method))
    .map(({ method, path }) => `${method} ${path}`);

const findOutcome = ({ report }: Awaited<ReturnType<typeof auditSingles>>, rule: string, subject = '/settings') =>
  report.results.find((one) => one.rule === `singles/${rule}` && one.subject === subject);

const leftoverUrl = expect.stringMatching(/\/settings$/);

describe('a single resource', () => {
  test('is changed on this machine, and is afterwards as it was', async () => {
    const { service, report } = await auditSingles({});
    expect(new Set(listWrites(service))).toEqual(new Set(['PUT /settings', 'POST /notice', 'DELETE /notice']));
    expect(service.state).toEqual({ settings: firstSettings, notice: firstNotice });
    const odd = report.results.filter(({ verdict }) => verdict === 'violated' || verdict === 'errored');
    expect([odd, report.leftovers]).toEqual([[], []]);
    expect(report.results.filter(({ verdict }) => verdict === 'held').length).toBeGreaterThan(7);
  });

  test('is first written with exactly what GET showed', async () => {
    const { service } = await auditSingles({});
    expect(service.requests.find(({ method }) => method === 'PUT')?.body).toEqual(firstSettings);
    expect(service.requests.find(({ method }) => method === 'POST')?.body).toEqual(firstNotice);
  });

  test('excludes all other checks while it has another content', async () => {
    const { service } = await auditSingles({ only: ['singles/*', 'operations/*', 'document/*', 'responses/*'] });
    expect(service.mostAtOnce()).toBe(1);
    expect(service.state.settings).toEqual(firstSettings);
  });

  test('that does not exist is removed again', async () => {
    const hook: SingleHook = ({ path }, state) => {
      if (path === '/openapi.json') state.notice = undefined;
      return undefined;
    };
    const { service, report } = await auditSingles({ hook });
    expect(listWrites(service)).toContain('POST /notice');
    expect([service.state.notice, report.leftovers]).toEqual([undefined, []]);
  });

  test('is restored by PUT alone where nothing may be deleted', async () => {
    const { service } = await auditSingles({ permit: 'writes' });
    expect(listWrites(service)).not.toContain('DELETE /notice');
    expect(service.state).toEqual({ settings: firstSettings, notice: firstNotice });
  });
});

describe('nothing is written', () => {
  const isSettings = (path: string) => path === '/settings';
  let reads = 0;
  const cases: Readonly<Record<string, Options>> = {
    'with --permit reads': { permit: 'reads' },
    'on another machine': { isElsewhere: true, permit: 'deletes' },
    'where the profile excludes it': { restore: [] },
    'where the profile names another path': { restore: ['/notice'] },
    'where PUT takes what GET does not show': { change: { sent: { note: { type: 'string' } } } },
    'where a member can only be written': { change: { sent: { pin: { type: 'string', writeOnly: true } } } },
    'where GET shows a secret': {
      change: { sent: { apiToken: { type: 'string' } }, shown: { apiToken: { type: 'string' } } },
    },
    'to the account of a user': { change: { settingsPath: '/me' } },
    'where GET returns another status than 200': {
      hook: ({ method, path }) =>
        method === 'GET' && isSettings(path) ? { status: 203, body: firstSettings } : undefined,
    },
    'where PUT would not take what GET shows': {
      hook: ({ method, path }) =>
        method === 'GET' && isSettings(path) ? { status: 200, body: { theme: 'blue', pageSize: 20 } } : undefined,
    },
    'where GET shows a mask': {
      hook: ({ method, path }) =>
        method === 'GET' && isSettings(path) ? { status: 200, body: { ...firstSettings, code: '******' } } : undefined,
      change: { sent: { code: { type: 'string' } }, shown: { code: { type: 'string' } } },
    },
    'where GET shows a member that the document does not describe': {
      hook: ({ method, path }) =>
        method === 'GET' && isSettings(path) ? { status: 200, body: { ...firstSettings, beta: true } } : undefined,
    },
    'where the content changes by itself': {
      hook: ({ method, path }) => {
        if (method !== 'GET' || !isSettings(path)) return undefined;
        reads += 1;
        return { status: 200, body: { ...firstSettings, pageSize: (reads % 400) + 1 } };
      },
    },
  };

  test.each(Object.keys(cases))('%s', async (name) => {
    const { service, report } = await auditSingles(cases[name] ?? {});
    const puts = listWrites(service).filter((write) => write.startsWith('PUT'));
    expect([puts, report.leftovers]).toEqual([[], []]);
    expect(report.results.some(({ rule, verdict }) => rule.startsWith('singles/') && verdict === 'errored')).toBe(
      false,
    );
  });

  test('after PUT of its own content was refused', async () => {
    const hook: SingleHook = ({ method }) => (method === 'PUT' ? { status: 403 } : undefined);
    const seen = await auditSingles({ hook });
    expect(listWrites(seen.service).filter((write) => write === 'PUT /settings')).toHaveLength(1);
    const why = findOutcome(seen, 'put-replaces-a-single-resource')?.why;
    expect(why).toContain('/settings is not written to: PUT of its own content returned 403');
  });
});

describe('on another machine', () => {
  test('only what the profile names is changed, and restored', async () => {
    const { service } = await auditSingles({ isElsewhere: true, permit: 'deletes', restore: ['/settings'] });
    expect(new Set(listWrites(service))).toEqual(new Set(['PUT /settings']));
    expect(service.state).toEqual({ settings: firstSettings, notice: firstNotice });
  });
});

test('the plan before the first write names what existed before the run', async () => {
  const service = await startSingleService();
  const said = { operations: { restore: ['/settings'] } };
  const only = ['singles/*'];
  const loaded = await loadProfile({ baseUrl: service.url, cwd: '/', env: {}, said, only, permit: 'deletes' });
  const profile = { ...loaded, isLoopback: false };
  const plans: string[] = [];
  const consent = async (foreseen: AuditPreview) => {
    plans.push(...describeWritePlan(foreseen, profile));
    return false;
  };
  await expect(audit(profile, { seed: 1, consent })).rejects.toThrow('nothing was written');
  expect(plans).toContain('  restored    /settings: changed, and restored after each case');
  expect(listWrites(service)).toEqual([]);
});

describe('another client', () => {
  const theirs = { theme: 'light', pageSize: 77, updates: true };

  test('keeps a change that it makes between two cases', async () => {
    let isDone = false;
    const hook: SingleHook = ({ method, path }, state) => {
      const isOriginal = JSON.stringify(state.settings) === JSON.stringify(firstSettings);
      if (isDone || method !== 'POST' || path !== '/notice' || !isOriginal) return undefined;
      isDone = true;
      state.settings = theirs;
      return undefined;
    };
    const { service, report } = await auditSingles({ hook, only: ['singles/*'] });
    expect(isDone).toBe(true);
    expect([service.state.settings, report.leftovers]).toEqual([theirs, []]);
  });

  test('keeps a change that it makes in the middle of a case', async () => {
    let puts = 0;
    const seen: Json[] = [];
    const hook: SingleHook = ({ method, path }, state) => {
      if (path !== '/settings') return undefined;
      if (method === 'PUT') puts += 1;
      // The last write of a case was read once, and the other client writes before it is restored.
      if (method === 'GET' && puts === 3) seen.push(state.settings);
      if (method === 'GET' && puts === 3 && seen.length === 2) state.settings = theirs;
      return undefined;
    };
    const { service, report } = await auditSingles({ hook, only: ['singles/repeated*'] });
    expect(service.state.settings).toEqual(theirs);
    expect(report.leftovers).toEqual([
      {
        url: leftoverUrl,
        why: expect.stringContaining('its content is not what this run wrote, so it was left alone'),
      },
    ]);
  });
});

test('a content that cannot be restored is a leftover, and nothing more is written by other checks', async () => {
  const hook: SingleHook = ({ method, path, body }, state) => {
    if (method !== 'PUT' || path !== '/settings') return undefined;
    const sent = body as { readonly pageSize?: number };
    const isKept = state.settings !== firstSettings && sent.pageSize === firstSettings.pageSize;
    return isKept ? { status: 500 } : undefined;
  };
  const seen = await auditSingles({ hook });
  expect(seen.report.leftovers).toEqual([
    {
      url: leftoverUrl,
      why: expect.stringMatching(/could not be restored: PUT returned 500.* the ledger has the content from before/),
    },
  ]);
  const refused = findOutcome(seen, 'single-resource-refuses-invalid-content');
  expect([refused?.verdict, refused?.why]).toEqual(['inconclusive', expect.stringContaining('could not be restored')]);
});
