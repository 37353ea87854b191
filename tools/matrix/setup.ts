import type { Fault } from '../../src/demo/start-demo.js';

/** What the demo is told to be for one audit. */
export interface DemoSetup {
  readonly fault?: Fault;
  readonly dialect: readonly string[];
  readonly seed: number;
  /** Difficult circumstances, the outermost first. */
  readonly world?: readonly string[];
  /** Trials under way at once, in place of one. */
  readonly concurrency?: number;
  /** Whether it is flooded, and looked at for nothing else. */
  readonly isFlood?: boolean;
}
