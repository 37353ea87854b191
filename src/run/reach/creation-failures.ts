import { describeRefusals, type FailedStatus, maxRefusals } from './stop-reasons.js';

/** A creation, and whether an item with an address was created. */
export interface RecordedCreation {
  readonly n: number;
  readonly status: number | undefined;
  readonly isMade: boolean;
}

/** How creations in one collection failed. */
export interface CreationFailures {
  failures: readonly FailedStatus[];
  /** Number of creations that the service refused; undefined once it accepted one. */
  refusals: number | undefined;
}

/** Number of failed creations in a row after which none is sent any more. */
export const maxFailures = 3;

/** Statuses that refuse the content of a creation. */
const contentStatuses = [400, 404, 409, 413, 415, 422];

/** Records the outcome of a creation; returns why no more are sent after many refusals where none was accepted. */
export function countFailure(
  state: CreationFailures,
  collection: string,
  { n, status }: RecordedCreation,
): string | undefined {
  if (status === undefined) return undefined;
  const made = { n, status };
  state.failures = status >= 500 ? [...state.failures, made].slice(-maxFailures) : [];
  if (status < 400) state.refusals = undefined;
  else if (contentStatuses.includes(status) && state.refusals !== undefined) state.refusals += 1;
  return state.refusals === maxRefusals ? describeRefusals(collection, made) : undefined;
}
