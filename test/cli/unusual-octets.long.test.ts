import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasUnusualOctets } from '../../src/limits/unusual-octets.js';
import { readRunReport, runAssay } from './assay.fixture.js';
import { prepareStoppingService, startByHand } from './stopping-service.fixture.js';

/** Audits a service whose document names another host: it is the port of another machine. */
async function auditForwarded(flags: readonly string[] = [], profile = '') {
  const service = await prepareStoppingService();
  const { cwd, url } = service;
  const document = JSON.parse(readFileSync(join(cwd, 'openapi.json'), 'utf8'));
  writeFileSync(join(cwd, 'openapi.json'), JSON.stringify({ ...document, servers: [{ url: 'https://api.acme.dev' }] }));
  writeFileSync(join(cwd, 'assay.yaml'), `baseUrl: ${url}\n${profile}`);
  await startByHand(service, service.buildEnv('never'));
  const only = ['--only', 'validation/unusual-*', 'operations/unusual-*'];
  const chosen = ['--openapi', 'openapi.json', '--permit', 'deletes', '--cases', '10', '--seed', '1'];
  await runAssay(cwd, ['run', ...chosen, ...flags, ...only]);
  const lines = readFileSync(join(cwd, 'reports/tape.ndjson'), 'utf8').trim().split('\n');
  const requests = lines.flatMap((line) => {
    const { request } = JSON.parse(line);
    return request === undefined ? [] : [{ ...request, path: request.url.slice(url.length) }];
  });
  return { unusual: requests.filter(hasUnusualOctets).length, report: readRunReport(cwd) };
}

test('unusual octets are not sent to another machine without permission, and the checks say so', async () => {
  const { unusual, report } = await auditForwarded([], 'safety: { unusualOctets: true }\n');
  expect(unusual).toBe(0);
  const tried = report.results.filter(({ verdict }) => verdict === 'held' || verdict === 'inconclusive');
  const said = tried.filter((result) => JSON.stringify(result).includes('--allow-unusual-octets'));
  expect(said.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining([
      'validation/unusual-ids-are-not-a-server-error',
      'validation/unusual-queries-are-not-a-server-error',
      'validation/unusual-values-are-not-a-server-error',
    ]),
  );
  expect(said.filter(({ verdict }) => verdict !== 'held').map(({ rule }) => rule)).toEqual([]);
}, 60_000);

test.each<[string, readonly string[], string]>([
  ['a flag', ['--allow-unusual-octets'], ''],
  ['a profile that the command line names', ['--profile', 'assay.yaml'], 'safety: { unusualOctets: true }\n'],
])(
  '%s permits them',
  async (_, flags, profile) => {
    const { unusual } = await auditForwarded(flags, profile);
    expect(unusual).toBeGreaterThan(3);
  },
  60_000,
);
