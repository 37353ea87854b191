import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { type JobForm, serveReports } from './deferred-creation.fixture.js';

useSteadyClock();

const only = ['creation/*', 'idempotency/*', 'validation/schema-violation-is-refused'];

test.each<JobForm>(['redirect', 'link', 'member'])(
  'an item of a job is created, judged and removed; the job says where it is: %s',
  async (form) => {
    const service = await serveReports(form);
    const profile = await loadProfile({ baseUrl: service.baseUrl, cwd: '/', env: {}, cases: 2, only: [...only] });
    const { results, leftovers } = await audit(profile, { seed: 1 });
    const list = (verdict: string) => results.filter((one) => one.verdict === verdict).map(({ rule }) => rule);
    expect([list('violated'), list('errored')]).toEqual([[], []]);
    expect(list('held')).toEqual(
      expect.arrayContaining([
        'creation/created-item-is-readable',
        'creation/created-item-has-the-sent-values',
        'idempotency/deleted-item-is-gone',
        'idempotency/repeated-delete-has-one-effect',
        'validation/schema-violation-is-refused',
      ]),
    );
    expect(leftovers).toEqual([]);
    expect([...service.reports.values()]).toEqual([]);
    expect(service.countOpenJobs()).toBe(0);
  },
);
