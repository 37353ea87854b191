import type { Design } from '../design/design.js';

/** A difference between a served design and the design. */
export interface Deviation {
  /** Name of the probe that found it. */
  readonly probe: string;
  readonly collection: number | undefined;
  readonly text: string;
}

/** Requests all that a design says from the service, which `fault` may change; none without a fault. */
export async function checkDesign(_design: Design, _fault?: string): Promise<readonly Deviation[]> {
  throw new Error('Not available yet.');
}
