/** Usual read lag of services that do not declare one, in milliseconds. */
export const typicalReadLagMs = 2_500;

/** Advice for an item that became readable late. */
export const readLagHint = 'to say how late: consistency.readAfterWriteMs';
