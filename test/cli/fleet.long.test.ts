import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTestFolder, runAssay, startDemoService } from './assay.fixture.js';
import { editFleet, readFleet, readRecords, readTargetReports, startInFleet, startTestFleet } from './fleet.fixture.js';

const oneCheck = { permit: 'deletes', only: ['creation/valid-post-answers-201'], cases: 1 };
const within = { interval: 20, timeout: 120_000 };

test('audits each target in its own folder, reports on all of them, and compares the next run with this one', async () => {
  const fleet = await startTestFleet({
    count: 3,
    faultOf: (index) => (index === 1 ? 'post-answers-200' : undefined),
    defaults: oneCheck,
  });
  const out = join(fleet.folder, 'all');
  const first = await startInFleet(fleet, ['fleet', 'fleet.json', '--out', 'all', '--workers', '3']).ended;
  expect(first.stdout).toBe(
    'Failed: 1 of 3 targets failed (exit 1)\n  service-001: failed, violated MUST: A valid POST to a collection did not return 201 [orders]\nReport: all/fleet.html\n',
  );
  expect(first.stderr).toMatch(/^assay: \[3\/3\] service-00\d: (passed|failed) \(exit [01]\), [\d.]+ s$/m);
  expect(first.code).toBe(1);
  expect([...readTargetReports(out).keys()]).toEqual(['service-000', 'service-001', 'service-002']);
  expect(readFleet(out)).toMatchObject({
    name: 'demo',
    gate: { open: false, exit: 1 },
    targets: [
      { name: 'service-000', group: 'even', owner: 'even team', status: 'passed', violations: [] },
      {
        name: 'service-001',
        status: 'failed',
        report: 'targets/service-001/report.json',
        page: 'targets/service-001/report.html',
        violations: [{ rule: 'creation/valid-post-answers-201', subject: 'orders', clause: 'CRE-01' }],
        clauses: { 'CRE-01': 'violated' },
      },
      { name: 'service-002', status: 'passed' },
    ],
    owners: [
      { name: 'even team', targets: 2, failed: 0, violations: 0 },
      { name: 'odd team', targets: 1, failed: 1, violations: 1 },
    ],
  });

  // The service is deployed again, without the bug, and another one with it.
  const { url } = await startDemoService({ dialect: ['access-bearer'] });
  const other = await startDemoService({ dialect: ['access-bearer'], fault: 'post-answers-200' });
  editFleet(fleet, (content) => ({
    ...content,
    targets: (content.targets as { name: string }[]).map((target) =>
      target.name === 'service-001'
        ? { ...target, url }
        : target.name === 'service-002'
          ? { ...target, url: other.url }
          : target,
    ),
  }));
  const second = await startInFleet(fleet, ['fleet', 'fleet.json', '--out', 'all', '--workers', '3']).ended;
  expect(second.stdout).toContain('\nSince the run before: 1 new, 0 flaky, 0 known before, 1 fixed\n');
  const { targets, trend } = readFleet(out);
  expect(targets[1]).toMatchObject({ fixed: [{ rule: 'creation/valid-post-answers-201', subject: 'orders' }] });
  expect(targets[2]?.violations).toMatchObject([{ rule: 'creation/valid-post-answers-201', change: 'new' }]);
  expect(trend.map(({ passed, failed }) => [passed, failed])).toEqual([
    [2, 1],
    [2, 1],
  ]);

  const again = await runAssay(fleet.folder, ['fleet', 'report', 'all', '--out', 'elsewhere']);
  expect(again).toMatchObject({ code: 1, stdout: second.stdout.replace('all/', 'elsewhere/') });
  expect(readFleet(join(fleet.folder, 'elsewhere')).targets.map(({ name, owner }) => [name, owner])).toEqual(
    targets.map(({ name, owner }) => [name, owner]),
  );
  expect(fleet.listLeft()).toEqual([]);
  const mode = statSync(join(out, 'fleet.json')).mode & 0o777;
  expect(mode).toBe(0o600);
});

test('goes on after it was killed: each target has one result, and nothing is left on any', async () => {
  const fleet = await startTestFleet({ count: 5 });
  const out = join(fleet.folder, 'fleet-reports');
  const args = ['fleet', 'fleet.json', '--workers', '2'];
  const begun = startInFleet(fleet, args);
  const listEnded = () => readRecords(out).filter(({ status }) => status === 'ended');
  await vi.waitUntil(() => listEnded().length > 0 && fleet.listLeft().length > 0, within);
  begun.child.kill('SIGKILL');
  await begun.ended;
  const ended = listEnded();
  expect(ended.length).toBeLessThan(5);

  const resumed = await startInFleet(fleet, args).ended;
  expect(resumed.stderr).toContain(`: ${ended.length} of 5 targets are done (--fresh starts over)\n`);
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining('Passed: 5 targets passed (exit 0)') });
  const records = readRecords(out);
  expect(records.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'ended'));
  for (const { target, startedAt } of ended)
    expect(records.find((record) => record.target === target)?.startedAt).toBe(startedAt);
  expect([...readTargetReports(out).values()].every(({ complete }) => complete)).toBe(true);
  expect(fleet.listLeft()).toEqual([]);
});

test('an audit that is killed is cleaned up and repeated, and no other one is disturbed', async () => {
  const fleet = await startTestFleet({ count: 2 });
  const out = join(fleet.folder, 'fleet-reports');
  const { ended } = startInFleet(fleet, ['fleet', 'fleet.json', '--workers', '2']);
  const findProcess = () => readRecords(out).find(({ target }) => target === 'service-001')?.process;
  await vi.waitUntil(() => findProcess() && (fleet.demos.get('service-001')?.orders() ?? 0) > 0, within);
  process.kill(findProcess()?.pid ?? 0, 'SIGKILL');
  const { code, stderr } = await ended;
  expect(stderr).toContain('service-001: no result: the audit was killed; it is audited again\n');
  expect(stderr).toContain('service-001: removed what an audit left that was killed\n');
  expect(code).toBe(0);
  expect(readRecords(out).map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(fleet.listLeft()).toEqual([]);
});

test('an interruption ends the audits under way in order, and the same command goes on', async () => {
  const fleet = await startTestFleet({ count: 3 });
  const args = ['fleet', 'fleet.json', '--workers', '2'];
  const begun = startInFleet(fleet, args);
  await vi.waitUntil(() => fleet.listLeft().length > 0, within);
  begun.child.kill('SIGINT');
  const { code, stdout, stderr } = await begun.ended;
  expect(stderr).toContain('assay: interrupted; the audits under way remove what they created');
  expect(stdout).toMatch(/^\d of 3 targets have a result; the same command goes on with: /);
  expect(code).toBe(130);
  expect(fleet.listLeft()).toEqual([]);
  expect(await startInFleet(fleet, args).ended).toMatchObject({ code: 0 });
  expect(readTargetReports(join(fleet.folder, 'fleet-reports')).size).toBe(3);
  expect(fleet.listLeft()).toEqual([]);
});

test('a target that cannot be reached has no report, and does not hide the others', async () => {
  const fleet = await startTestFleet({ count: 1, defaults: oneCheck });
  editFleet(fleet, (content) => ({
    ...content,
    targets: [...(content.targets as object[]), { name: 'gone', url: 'http://127.0.0.1:1' }],
  }));
  const { code, stdout, stderr } = await startInFleet(fleet, ['fleet', 'fleet.json']).ended;
  expect(stderr).toContain('gone: the service cannot be reached (exit 3); it is audited again\n');
  expect(stdout).toContain(
    'Failed: 1 target without a report (exit 3)\n  gone: no report, the service cannot be reached (exit 3)\n',
  );
  expect(code).toBe(3);
  expect(readFleet(join(fleet.folder, 'fleet-reports')).targets.map(({ status }) => status)).toEqual([
    'passed',
    'no report',
  ]);
});

test('credentials are in no file, and parts of a fleet can be audited one by one', async () => {
  const fleet = await startTestFleet({ count: 3, defaults: oneCheck });
  const run = (...flags: string[]) => startInFleet(fleet, ['fleet', 'fleet.json', ...flags]).ended;
  expect(await run('--index', '1')).toMatchObject({ code: 0, stdout: '1 of 3 targets have a result\n' });
  expect(await run('--target', 'service-000')).toMatchObject({ code: 0, stdout: '2 of 3 targets have a result\n' });
  expect(await run('--group', 'even')).toMatchObject({ code: 0, stdout: expect.stringContaining('Passed: 3 targets') });
  expect(await run('--index', '3')).toMatchObject({ code: 2, stderr: expect.stringContaining('the last 2') });
  expect(await run('--group', 'evn')).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean even?') });
  const files = readdirSync(fleet.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  expect(texts.length).toBeGreaterThan(15);
  expect(texts.filter((text) => fleet.secrets.some((secret) => text.includes(secret)))).toEqual([]);
});

test.each([
  [
    'a variable that is not set',
    ['fleet', 'fleet.yaml'],
    /^assay: fleet\.yaml:1:11: a: the environment variable NO_SUCH_TOKEN is not set/,
  ],
  ['a fleet file that does not exist', ['fleet', 'none.yaml'], /^assay: none\.yaml: no such file/],
  [
    'a queue that is no Redis',
    ['fleet', 'fleet.yaml', '--queue', 'http://u:geheim@a'],
    /^assay: --queue takes a Redis URL/,
  ],
  ['a folder without reports', ['fleet', 'report', '.'], /^assay: \. contains no report\.json/],
  ['a worker without a queue', ['worker', 'fleet.yaml'], /^assay: required option '--queue <url>' not specified/],
])('%s: exit 2', async (_, args, message) => {
  const cwd = createTestFolder({
    'fleet.yaml': 'targets: [{ name: a, url: http://127.0.0.1:1, tokenEnv: NO_SUCH_TOKEN }]\n',
  });
  const { code, stderr, stdout } = await runAssay(cwd, args);
  expect(stderr).toMatch(message);
  expect(stderr + stdout).not.toContain('geheim');
  expect(code).toBe(2);
});
