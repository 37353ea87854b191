import type { FleetProgress } from '../../fleet/fleet-progress.js';
import type { PlacedRunOptions } from '../../fleet/open-placed-run.js';
import { isSelection, type SelectionFlags } from '../../fleet/select-targets.js';

/** Flags of `assay fleet`, as commander returns them. */
export interface FleetFlags extends SelectionFlags {
  readonly out: string;
  readonly workers?: number;
  readonly attempts: number;
  readonly fresh?: boolean;
  readonly queue?: string;
}

/** Where an audit of a fleet writes, if no folder is named. */
export const defaultOut = 'fleet-reports';

/** How a run is opened, by the flags. */
export const createRunOptions = (flags: FleetFlags, { note }: FleetProgress): PlacedRunOptions => ({
  isFresh: flags.fresh ?? false,
  isShared: isSelection(flags),
  note,
});
