/** A creation that failed: its exchange, and the status of the response. */
export interface FailedStatus {
  readonly n: number;
  readonly status: number;
}

/** Number of refused creations after which none is sent any more where none was ever accepted. */
export const maxRefusals = 100;

export const describeUnremovableItems = (collection: string, count: number): string =>
  `no more items are created in ${collection}: ${count} of its items could not be removed when the next one was needed, which is the limit (limits.maxLeft, --max-left); the leftovers say which still exist`;

export const describeFailures = (collection: string, failures: readonly FailedStatus[]): string =>
  `no more items are created in ${collection}: ${failures.length} creations in a row failed without a known reason (${failures.map(({ status, n }) => `${status} in exchange ${n}`).join(', ')})`;

export const describeRefusals = (collection: string, { status, n }: FailedStatus): string =>
  `no more items are created in ${collection}: the service refused all ${maxRefusals} creations, the last with ${status} (exchange ${n}); declare resources[].create.example`;

/** Whether nothing more is created because creations failed, not because items cannot be removed. */
export const isStoppedByFailures = (why: string): boolean => why.includes('creations in a row failed');

export const describeLongWait = (collection: string, ms: number): string =>
  `no item was created in ${collection}: another creation there, whose outcome decides whether more are sent, did not end within ${ms / 1_000} s`;

export const describeForeignItem = (collection: string, n: number): string =>
  `no more items are created in ${collection}: the creation in exchange ${n} returned an item that existed before, which is left unchanged`;

export const describeUnaddressedItem = (collection: string, n: number): string =>
  `no more items are created in ${collection}: the item created in exchange ${n} has no known address (no id, no Location) and was not found in the list, so it cannot be removed; declare resources[].id`;
