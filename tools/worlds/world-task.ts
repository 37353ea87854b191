/** One audit in a world, complete enough to be sent to another process. */
export interface WorldTask {
  /** Without a world the circumstances are calm. */
  readonly world?: string;
  readonly seed: number;
  /** All dialects of the service, those that the world brings among them. */
  readonly dialect: readonly string[];
  readonly fault?: string;
  /** Ids of the rules to audit with; all of them when empty. */
  readonly only: readonly string[];
}
