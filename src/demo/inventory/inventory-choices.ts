export interface InventoryChoices {
  /** Which of the built-in services is started. */
  readonly service: 'orders' | 'inventory';
  readonly hasNumericInventory?: boolean;
  readonly hasStatistics?: boolean;
  readonly hasStrictQueries?: boolean;
  /** The writes to the settings and the notice: as described; with defaults; refused; or with If-Match only. */
  readonly singles: 'plain' | 'defaults' | 'fixed' | 'conditional';
  /** Whether no other product may have the name of one that exists from the start, as the example of the document has. */
  readonly hasTakenNames?: boolean;
}
