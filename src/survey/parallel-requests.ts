import { mapAtOnce } from '../model/map-at-once.js';

/** Maximum number of parallel requests of a survey, within the rate of the client. */
export const maxInFlight = 6;

/** Maps values with limited concurrency; results are in the order of the values. */
export const mapConcurrently = <T, R>(
  all: readonly T[],
  work: (one: T, index: number) => Promise<R>,
  most = maxInFlight,
): Promise<R[]> => mapAtOnce(all, most, work);
