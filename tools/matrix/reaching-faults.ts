/** Faults by which a request reaches other items than its own: parallel trials disturb each other. */
export const reachingFaults: readonly string[] = [
  'repeated-delete-removes-another-order',
  'delete-removes-another-order',
  'put-writes-the-next-order-too',
  'patch-of-a-note-renames-the-order-before',
  'creation-overwrites-the-newest-order',
  'refused-duplicate-overwrites-the-first-order',
  'get-changes-another-order',
  'list-with-a-limit-changes-the-last-order',
  'get-writes-an-audit-entry-elsewhere',
];

/** How many trials are under way at once in their audits, beside one. */
export const reachingConcurrencies: readonly number[] = [8, 16];
