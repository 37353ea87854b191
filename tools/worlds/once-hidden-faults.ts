/** Faults that a world once hid, beside some that each kind of world makes hard to see: world and fault. */
export const onceHiddenFaults: readonly (readonly [world: string, fault: string])[] = [
  ['asynchronous', 'concurrent-claims-of-a-reference-both-succeed'],
  ['asynchronous', 'taken-reference-is-accepted-by-post'],
  ['shared-cache', 'get-bumps-a-counter'],
  ['shared-cache', 'head-sends-content'],
  ['shared-cache', 'if-none-match-is-ignored'],
  ['shared-cache', 'retry-after-has-a-fraction'],
  ['shared-cache', 'list-bumps-a-counter'],
  ['shared-cache-without-invalidation', 'retry-after-one-is-too-short'],
  ['intermittent-failures', 'retry-after-has-a-fraction'],
  ['intermittent-failures', 'method-not-allowed-answers-404'],
  ['lagging-reads', 'created-order-is-lost'],
  ['noisy-neighbour', 'delete-keeps-the-order'],
  ['restart-with-data', 'refused-put-clears-the-tags'],
  ['two-replicas', 'key-is-ignored'],
];
