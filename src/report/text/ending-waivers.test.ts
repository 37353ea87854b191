import { expect, test } from 'vitest';
import { createTestReport } from '../../model/result/report.fixture.js';
import type { ReportedWaiver } from '../../model/result/report.js';
import { render } from '../render.js';
import { writeScreen } from '../screen/write-screen.js';

const waiver = (until: string, more: Partial<ReportedWaiver> = {}): ReportedWaiver => ({
  rule: 'safety/a',
  reason: 'known',
  until,
  where: 'known.yaml:2:5',
  standing: 'used',
  ...more,
});
const startedAt = '2026-06-01T23:00:00.000Z';
const screen = (...waivers: ReportedWaiver[]) =>
  writeScreen(createTestReport({ startedAt, waivers }), {
    color: false,
    width: 200,
    createReplayCommand: String,
    notes: [],
  });

test.each([
  ['2026-05-31', false],
  ['2026-06-01', true],
  ['2026-06-15', true],
  ['2026-06-16', false],
])('a waiver until %s is announced on 2026-06-01: %s', (until, isTold) => {
  const line = `1 waiver ends within 14 days (safety/a until ${until}, known.yaml:2:5): fix the service, or agree on a later date\n`;
  expect(screen(waiver(until)).includes(line)).toBe(isTold);
});

test('several are announced in one line, and those that the run does not need in none', () => {
  const idle = waiver('2026-06-02', { standing: 'idle' });
  expect(screen(idle)).not.toContain('within 14 days');
  expect(screen(waiver('2026-06-09'), idle, waiver('2026-06-04', { where: 'known.yaml:9:5' }))).toContain(
    '2 waivers end within 14 days, first (safety/a until 2026-06-04, known.yaml:9:5): fix',
  );
});

test('assay show announces them, and GitHub shows each at its line', () => {
  const report = createTestReport({ startedAt, waivers: [waiver('2026-06-09')] });
  expect(render(report, 'console')).toContain('1 waiver ends within 14 days');
  expect(render(report, 'github')).toContain(
    '::warning file=known.yaml,line=2,title=waiver of safety/a [every subject] ends on 2026-06-09::',
  );
});
