import type { LedgerScope } from '../../ledger/scope.js';
import type { Collection } from '../../model/service/subject.js';
import type { Rule } from '../../rule/rule.js';
import type { RunContext } from '../run-context.js';
import type { CaseClient } from './case-client.js';

type GivenContext = Pick<
  RunContext,
  'baseUrl' | 'runMark' | 'addressing' | 'document' | 'mayWrite' | 'mayDelete' | 'purges' | 'maxItems'
>;

/** What creating the items of a case requires. */
export interface ItemSetting extends GivenContext {
  readonly collection: Collection;
  readonly wire: CaseClient;
  readonly ledger: LedgerScope;
  /** How many items of earlier cases will do where no more may be created; 0 when absent. */
  readonly reusedItems?: number;
  /** Which of them will do where what created them is judged. */
  readonly judgesCreations?: Rule['judgesCreations'];
  /** Wait after a creation before the item is used, in milliseconds. */
  readonly restMs: number;
}

/** The same, for reads that look for an item that was created. */
export const findingOwn = (setting: ItemSetting): ItemSetting => ({
  ...setting,
  wire: setting.wire.with({ findsOwn: true }),
});
