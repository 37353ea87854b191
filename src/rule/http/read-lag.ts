/** Services that show a write later than they acknowledge it mostly do so within this many milliseconds. */
export const lateMs = 2_500;

/** What would tell how late, where something was shown late. */
export const lagKey = 'consistency.readAfterWriteMs would tell how late';
