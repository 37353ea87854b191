/** What an earlier audit saw of one collection. */
export interface BaselineCollection {
  readonly name: string;
  readonly path: string;
  /** Methods by path template. */
  readonly operations: readonly string[];
  /** Types of the members of an item by JSON Pointer, of those that every item showed. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** Members that a creation had to send. */
  readonly required: readonly string[];
}

/** What an earlier audit saw of a service. */
export interface Baseline {
  readonly collections: readonly BaselineCollection[];
}
