/** Services that show a write later than they acknowledge it mostly do so within this many milliseconds. */
export const typicalReadLagMs = 2_500;

/** What would tell how late, where something was shown late. */
export const readLagHint = 'consistency.readAfterWriteMs would tell how late';
