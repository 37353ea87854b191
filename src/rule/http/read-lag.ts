/** Usual read lag of services that do not declare one, in milliseconds. */
export const typicalReadLagMs = 2_500;
