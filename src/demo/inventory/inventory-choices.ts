/** The choices of the inventory, and whether it is started at all. */
export interface InventoryChoices {
  /** Which of the built-in services is started. */
  readonly service: 'orders' | 'inventory';
  /** Whether entries have numbers as ids. */
  readonly hasNumericInventory: boolean;
  /** Whether the settings count requests. */
  readonly hasStatistics: boolean;
  /** Whether unknown query parameters are refused. */
  readonly hasStrictQueries: boolean;
  /**
   * The writes to the settings and the notice: as described; with defaults for what is omitted; refused; or with If-Match only.
   */
  readonly singles: 'plain' | 'defaults' | 'fixed' | 'conditional';
  /** Whether no other product may have the name of one that exists from the start, as the example of the document has. */
  readonly hasTakenNames: boolean;
}

/** The orders are started by default. */
export const defaultInventory: InventoryChoices = {
  service: 'orders',
  hasNumericInventory: false,
  hasStatistics: false,
  hasStrictQueries: false,
  singles: 'plain',
  hasTakenNames: false,
};
