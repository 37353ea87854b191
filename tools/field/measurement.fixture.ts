import type { FieldTable, Measurement } from './measure-audit.js';

/** A measurement for tests, with one known violation that was found. */
export const createTestMeasurement = (changes: Partial<Measurement> = {}): Measurement => ({
  service: 'shop',
  mode: 'url',
  counts: { held: 2, violated: 1, inconclusive: 0, 'not-applicable': 3, 'not-run': 0, errored: 0 },
  verdicts: { 'a/found orders': 'violated', 'a/held orders': 'held' },
  known: 1,
  missed: [],
  wrong: [],
  operations: { found: 5, judged: 4, unjudged: ['POST /orders/import'] },
  seconds: 4,
  requests: 50,
  left: { added: 0, lost: 0, reported: 0 },
  ...changes,
});

/** A table for tests. */
export const createTestTable = (measurements: readonly Measurement[], rest: Partial<FieldTable> = {}): FieldTable => ({
  measurements,
  skipped: [],
  failed: [],
  ...rest,
});
