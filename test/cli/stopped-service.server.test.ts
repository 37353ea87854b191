import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/result/report.js';
import { readRunReport, runAssayProcess } from './assay.fixture.js';
import { prepareStoppingService, type Stop, startByHand } from './stopping-service.fixture.js';

const node = JSON.stringify(process.execPath);
const rule = 'responses/no-request-stops-the-service';

/** The operations at which requests stop the service, and all other violations of MUST rules of the convention. */
function listViolated({ results }: Report) {
  const violated = results.filter(({ verdict, level, family }) => `${verdict} ${level} ${family}` === mustBroken);
  return {
    stopping: violated.filter((one) => one.rule === rule).map(({ subject }) => subject),
    others: violated.filter((one) => one.rule !== rule).map((one) => `${one.rule} ${one.subject}`),
  };
}

const mustBroken = 'violated MUST convention';

async function runWithExec(stop: Stop, args: readonly string[], { script = 'service.mjs', store = '' } = {}) {
  const service = await prepareStoppingService();
  const all = ['run', service.url, '--exec', `${node} ${script}`, '--seed', '1', ...args];
  const { code, stdout } = await runAssayProcess(service.cwd, all, service.buildEnv(stop, store));
  return { ...service, code, stdout, report: readRunReport(service.cwd) };
}

const described = ['--openapi', 'openapi.json', '--permit', 'deletes'];

describe('--exec starts a service again that a request stops', () => {
  test('under reads', async () => {
    const run = await runWithExec('at an octet', ['--collection', '/items', '--permit', 'reads', '--cases', '10']);
    expect(run.code).toBe(1);
    expect(listViolated(run.report)).toEqual({ stopping: ['GET /items/{id}'], others: [] });
    const found = run.report.results.find((one) => one.rule === rule);
    expect(found?.evidence?.curl[0]).toMatch(/%FF'$/);
    expect(found?.evidence?.seenAgain).toMatch(/^([3-5]) of \1$/);
    expect(run.countStarts()).toBeLessThanOrEqual(6);
    expect(run.countStarts()).toBeGreaterThanOrEqual(5);
  }, 120_000);

  test.each(['', 'store.json'])(
    'where its items are lost, and where they are kept (%s)',
    async (store) => {
      const run = await runWithExec('at nested arrays', described, { store });
      expect(run.code).toBe(1);
      expect(listViolated(run.report)).toEqual({ stopping: ['PUT /items/{id}'], others: [] });
      expect(run.countStarts()).toBeLessThanOrEqual(6);
      expect(run.report.leftovers).toEqual([]);
      if (store !== '')
        expect(run.readStore().items).toEqual([
          { id: '1', title: 'one' },
          { id: '2', title: 'two' },
        ]);
    },
    120_000,
  );

  test.each<[Stop, string]>([
    ['after 40 requests', 'service.mjs'],
    ['after each write', 'service.mjs'],
    ['after each write', 'supervisor.mjs'],
  ])(
    'and accuses none that ends by design: %s, %s',
    async (stop, script) => {
      const run = await runWithExec(stop, [...described, '--only', 'responses', 'creation', 'idempotency'], { script });
      expect(listViolated(run.report)).toEqual({ stopping: [], others: [] });
      if (script === 'service.mjs') expect(run.countStarts()).toBeLessThanOrEqual(6);
    },
    180_000,
  );
});

/** The rules whose requests were under way when the service stopped, as far as they have cases of their own. */
describe('without --exec', () => {
  test.each<[Stop, string]>([
    ['at an octet', "curl -sS -i 'URL/items/"],
    ['at HEAD', "curl -sS -i --head 'URL/items"],
  ])(
    'the first line is the request as curl: %s',
    async (stop, start) => {
      const service = await prepareStoppingService();
      await startByHand(service, service.buildEnv(stop));
      const args = ['run', service.url, '--collection', '/items', '--permit', 'reads', '--concurrency', '8'];
      const { code, stdout } = await runAssayProcess(service.cwd, args);
      expect(code).toBe(3);
      expect(stdout.split('\n', 1)[0]).toContain(start.replace('URL', service.url));
      expect(stdout).toContain('--exec');
    },
    120_000,
  );
});
