import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { measureService } from './measure-service.js';
import type { FieldService } from './service.js';
import { jsonServers } from './services.js';

const reports = mkdtempSync(join(tmpdir(), 'field-reports-'));
// json-server writes the stack of every body that it cannot parse.
const errors = vi.spyOn(console, 'error').mockReturnValue();
afterAll(() => {
  errors.mockRestore();
  rmSync(reports, { recursive: true });
});

const only = ['validation/unsupported-method-answers-405', 'creation/created-item-is-readable'];
const { audits } = jsonServers.v0;

test('a service is measured in each mode, against what is known of it', async () => {
  const { measurements, skipped, failed } = await measureService(jsonServers.v0, { reports, varied: { only } });
  expect([skipped, failed]).toEqual([[], []]);
  expect(measurements.map(({ mode }) => mode)).toEqual(['url', 'draft', 'profile']);
  for (const { counts, wrong, missed, verdicts, left } of measurements) {
    expect(counts).toMatchObject({ held: 2, violated: 2 });
    expect(wrong).toEqual([]);
    expect(missed.map(({ check }) => check)).not.toContain('validation/unsupported-method-answers-405 posts');
    expect(missed.map(({ check }) => check)).toContain('validation/unusual-ids-are-not-a-server-error posts');
    expect(verdicts['creation/created-item-is-readable posts']).toBe('held');
    expect(left).toEqual({ added: 0, lost: 0, reported: 0 });
  }
  const report = JSON.parse(readFileSync(join(reports, 'json-server-v0-url/report.json'), 'utf8'));
  expect(report.complete).toBe(true);
});

test('a violation that nothing confirms is wrong', async () => {
  const unheard: FieldService = { ...jsonServers.v0, name: 'unheard-of', audits: { url: { ...audits.url, seed: 1 } } };
  const { measurements } = await measureService(unheard, { varied: { only } });
  expect(measurements.map(({ known, wrong }) => [known, wrong])).toEqual([
    [0, ['validation/unsupported-method-answers-405 comments', 'validation/unsupported-method-answers-405 posts']],
  ]);
});

test('an audit that throws is named with its mode, a service that cannot be started with its reason', async () => {
  const broken: FieldService = { ...jsonServers.v0, lists: ['/nothing'], audits: { url: { seed: 1 } } };
  expect((await measureService(broken)).failed).toEqual([
    { service: 'json-server-v0', mode: 'url', reason: 'Error: GET /nothing was answered with 404' },
  ]);
  const missing: FieldService = { ...broken, findObstacle: () => 'it is not installed' };
  expect((await measureService(missing)).skipped).toEqual([
    { service: 'json-server-v0', reason: 'it is not installed' },
  ]);
});
