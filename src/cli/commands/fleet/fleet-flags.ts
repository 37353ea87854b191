import type { SelectionFlags } from '../../fleet/select-targets.js';

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
