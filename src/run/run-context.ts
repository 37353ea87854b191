import type { OpenClient } from '../http/index.js';
import type { Bodies, Collection, Dialect, Json } from '../rule/index.js';
import type { Addressing } from './tools/item-addressing.js';
import type { Meter } from '../limits/request-meter.js';
import type { Noise } from './calibrate/noise/learn-noise.js';
import type { Purges } from '../ledger/purge-steps.js';
import type { Tempo } from './read-delay.js';

/** What all trials of a run share. */
export interface Site {
  readonly client: OpenClient;
  readonly meter: Meter;
  readonly tempo: Tempo;
  /** Collections of which something was decided. */
  readonly worked: Set<string>;
  readonly addressing: Addressing;
  readonly baseUrl: string;
  /** In everything this run makes; another in each run. */
  readonly runMark: string;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  readonly cleanup: boolean;
  readonly purges?: Purges | undefined;
  readonly dialect: Dialect;
  readonly document: Json | undefined;
  readonly seed: number;
  readonly path: string | undefined;
  readonly cases: number;
  /** How many collections may be learned of side by side. */
  readonly atOnce: number;
  /** By collection name. */
  readonly bodies: ReadonlyMap<string, Bodies>;
  /** By collection name. */
  readonly noise: Map<string, Noise>;
  readonly collections: readonly Collection[];
}
