import type { FleetHost } from './fleet-host.js';
import type { Selection } from './select-targets.js';

/** How a fleet is audited. */
export interface RunFleetOptions extends Selection, Partial<FleetHost> {
  /** Folder or `s3://bucket/prefix` for all reports, and for the state of the run; by default `fleet-reports`. */
  readonly out?: string;
  /** Number of audits at the same time; by default that of the fleet file, else one for each core. */
  readonly workers?: number;
  /** Audits of a target that was killed, or could not be reached, or failed internally; by default 2. */
  readonly attempts?: number;
  /** Starts over; by default, a run goes on with the targets that have no result in the last one. */
  readonly fresh?: boolean;
  /** Redis URL of a queue whose workers audit the targets, in place of this machine. */
  readonly queue?: string;
}

export type RunSettings = Required<Pick<RunFleetOptions, 'out' | 'attempts'>> & RunFleetOptions;
