import { describe, expect, it } from 'vitest';
import { auditService } from '../../tools/field/audit-service.js';
import { notes } from '../../tools/field/services.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { groupByVerdict } from './group-results.fixture.js';

useSteadyClock();

/** What the list shows of notes that were refused and stored. */
const consequence = { 'document/response-matches-its-schema': 'GET /notes' };

/** The list is read once against its schema; which notes it has by then is certain where one check follows another. */
const isCertain = (concurrency: number) => concurrency === 1;

/** The rules that claim the two bugs of `field/notes/app.mjs`. */
const violated = {
  'creation/refused-post-creates-nothing': 'notes',
  'idempotency/delete-does-not-change-other-items': 'notes',
};

describe('an Express application with two bugs that reach other items', () => {
  it.each([1, 8])('is found wrong by the rules that claim them, with %i checks at a time', async (concurrency) => {
    const { report } = await auditService(notes, 'url', { concurrency });
    const found = groupByVerdict(report).violated;
    expect({ ...consequence, ...found }).toEqual({ ...consequence, ...violated });
    if (isCertain(concurrency)) expect(found).toMatchObject(consequence);
    expect(report.gate.exit).toBe(1);
  });

  it('is found wrong by each of them alone', async () => {
    for (const rule of Object.keys(violated)) {
      const { report } = await auditService(notes, 'url', { only: [rule] });
      expect(groupByVerdict(report).violated).toEqual({ [rule]: 'notes' });
    }
  });

  it('has no violation without the bugs', async () => {
    const { report, before, after } = await auditService(notes, 'url', {
      concurrency: 8,
      start: { args: ['--correct'] },
    });
    expect(groupByVerdict(report).violated).toBeUndefined();
    expect(report.gate.exit).toBe(0);
    expect([report.leftovers, after]).toEqual([[], before]);
  });
});
