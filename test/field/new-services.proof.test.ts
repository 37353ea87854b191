import { describe, expect, it } from 'vitest';
import { auditService } from '../../tools/field/audit-service.js';
import { compareItems } from '../../tools/field/compare-items.js';
import type { FieldService } from '../../tools/field/service.js';
import { fastify, fortune, hapi, hono } from '../../tools/field/services.js';
import { countVerdict, groupByVerdict } from './group-results.fixture.js';

/** Expected verdicts by rule, with the subjects, and the operations that are found. */
interface Expected {
  readonly violated: Readonly<Record<string, string>>;
  readonly operations: number;
  /** At least so many checks are held; new rules add to it. */
  readonly held: number;
  /** A rule about writing that must have run. */
  readonly writing: string;
}

const both = 'authors books';

/** Sections of field/fortune/README.md and field/named-items.md confirm the violations. */
const services: readonly (readonly [FieldService, Expected])[] = [
  [
    fastify,
    {
      violated: {
        'pagination/list-without-parameters-is-bounded': 'devices',
        'validation/unsupported-method-answers-405': 'devices',
      },
      operations: 4,
      held: 68,
      writing: 'idempotency/repeated-put-has-one-effect',
    },
  ],
  [
    fortune,
    {
      violated: {
        'caching/current-entity-tag-answers-304': both,
        'safety/head-is-supported': `GET /authors GET /books ${both}`,
        'validation/unsupported-method-answers-405': both,
        'validation/unusual-ids-are-not-a-server-error': both,
        'validation/unusual-queries-are-not-a-server-error': both,
      },
      operations: 10,
      held: 110,
      writing: 'idempotency/patch-changes-only-what-it-names',
    },
  ],
  [
    hono,
    {
      violated: { 'validation/unsupported-method-answers-405': 'entries' },
      operations: 3,
      held: 50,
      writing: 'idempotency/repeated-put-has-one-effect',
    },
  ],
  [
    hapi,
    {
      violated: {
        'validation/unknown-media-type-answers-415': 'readings',
        'validation/unsupported-method-answers-405': 'readings',
      },
      operations: 19,
      held: 108,
      writing: 'idempotency/deleted-item-is-gone',
    },
  ],
];

describe.each(services.map(([service, expected]) => ({ name: service.name, service, expected })))(
  '$name',
  ({ service, expected }) => {
    it.each(['url', 'draft'] as const)('has the confirmed verdicts: %s', async (mode) => {
      const { report, before, after } = await auditService(service, mode);
      const { violated, held, errored } = groupByVerdict(report);
      expect(violated).toEqual(expected.violated);
      expect(errored).toBeUndefined();
      expect(countVerdict(report, 'held')).toBeGreaterThanOrEqual(expected.held);
      expect(held?.[expected.writing]).toBeDefined();
      expect(report.coverage.operations).toHaveLength(expected.operations);
      expect(report.leftovers).toEqual([]);
      // Fortune lists items in another order after reads.
      expect(compareItems(before, after)).toEqual({ added: 0, lost: 0 });
    });
  },
);
