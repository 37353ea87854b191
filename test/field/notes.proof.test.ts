import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { audit } from '../../src/audit.js';
import { replayViolations } from '../../src/cli/commands/replay/replay-violations.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { notes } from '../../tools/field/services.js';
import { createTestFolder } from '../cli/assay.fixture.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { groupByVerdict } from './group-results.fixture.js';

useSteadyClock();

/** The rules that claim the two bugs of `field/notes/app.mjs`: the list shows the invalid notes that POST stores. */
const violated = {
  'document/response-matches-its-schema': 'GET /notes',
  'creation/refused-post-creates-nothing': 'notes',
  'idempotency/delete-does-not-change-other-items': 'notes',
};

const seeds = Array.from({ length: 30 }, (_, index) => index + 1);

/** What `assay replay` prints for all violations of a report: a line for each, and the last one. */
async function replayAll(file: string, out: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  try {
    await replayViolations(file, undefined, { out, quiet: true, isAmbient: false });
  } finally {
    output.mockRestore();
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

test.each(seeds)(
  'both bugs are named by the rules that claim them, and by no other, and replay confirms each, with seed %s',
  async (seed) => {
    const service = await notes.start();
    try {
      const folder = createTestFolder();
      const profile = await loadProfile({ cwd: folder, env: {}, baseUrl: service.url });
      const report = await audit(profile, { seed });
      expect(groupByVerdict(report).violated).toEqual(violated);
      const file = join(folder, 'report.json');
      writeFileSync(file, JSON.stringify(report));
      const lines = await replayAll(file, join(folder, 'replay'));
      // Which of the invalid notes in the list a response shows first depends on the checks beside it.
      const isSchema = (line: string) => line.includes('document/response-matches-its-schema');
      expect(
        lines.filter(
          (line) => /^(gone|undecided|changed):/.test(line) && !(isSchema(line) && line.startsWith('changed:')),
        ),
      ).toEqual([]);
      expect(lines.at(-1)).toMatch(/^(3 still there|2 still there, 1 changed) \(exit 1\)$/);
    } finally {
      await service.close();
    }
  },
);
