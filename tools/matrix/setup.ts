import type { Fault } from '../../src/demo/start-demo.js';

/** The options of the demo for one audit. */
export interface DemoSetup {
  readonly fault?: Fault;
  readonly dialect: readonly string[];
  readonly seed: number;
  /** Difficult circumstances, the outermost first. */
  readonly world?: readonly string[];
  /** Trials under way at once, in place of one. */
  readonly concurrency?: number;
  /** Whether the audit may flood, and checks only rules that do. */
  readonly isFlood?: boolean;
}
