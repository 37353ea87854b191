import type { LedgerScope } from '../../ledger/entry.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { Rule } from '../../rule/rule.js';
import type { CaseClient } from './case-client.js';
import type { Creations } from './creations.js';

/** What creating the items of a case requires. */
export interface ItemSetting {
  readonly collection: Collection;
  readonly wire: CaseClient;
  readonly ledger: LedgerScope;
  readonly baseUrl: string;
  readonly runMark: string;
  readonly addressing: Creations;
  readonly document: Json | undefined;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  readonly purges?: Purges | undefined;
  /** How many items of earlier cases will do where no more may be created; 0 when absent. */
  readonly reusedItems?: number;
  /** Which of them will do where what created them is judged. */
  readonly judgesCreations?: Rule['judgesCreations'];
  /** The most items that one case may create. */
  readonly maxItems: number;
  /** Wait after a creation before the item is used, in milliseconds. */
  readonly restMs: number;
}
