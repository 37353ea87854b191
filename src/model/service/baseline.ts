/** What an earlier audit observed of one collection. */
export interface BaselineCollection {
  readonly name: string;
  readonly path: string;
  /** Methods by path template. */
  readonly operations: readonly string[];
  /** Types of the members of an item by JSON Pointer, for members that every item had. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** Members that were required in a creation. */
  readonly required: readonly string[];
}

/** What an earlier audit observed of a service. */
export interface Baseline {
  readonly collections: readonly BaselineCollection[];
}
