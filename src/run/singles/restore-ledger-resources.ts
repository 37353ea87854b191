import type { OpenClient } from '../../http/client.js';
import type { Hold, HoldLedger } from '../../ledger/holds.js';
import { isEquivalent } from '../../model/difference.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import type { CaseClient } from '../items/case-client.js';
import { describeOriginal, type Restoration, readContent, restoreResource } from './restore-resource.js';

export interface RestoreLedgerInput {
  readonly wire: Pick<CaseClient, 'trySend'>;
  readonly holds: HoldLedger;
  /** Only reads, and lists what would be restored. */
  readonly isDry: boolean;
  readonly redact: OpenClient['redact'];
}

/** What came of the single resources of a ledger. */
export interface RestoredResources {
  readonly done: readonly { readonly path: string; readonly outcome: 'restored' | 'to be restored' }[];
  readonly stayed: readonly LedgerLeftover[];
}

/**
 * Restores the single resources that a run changed and did not restore. A content that this run is not known to have written is
 * left alone: another client may have changed it since. Never throws because of a response.
 */
export async function restoreLedgerResources(
  changed: readonly Hold[],
  input: RestoreLedgerInput,
): Promise<RestoredResources> {
  const done: RestoredResources['done'][number][] = [];
  const stayed: LedgerLeftover[] = [];
  for (const hold of changed) {
    const path = input.redact(hold.path);
    const restored = input.isDry
      ? await foresee(hold, input)
      : await restoreResource(hold, { ...input, isSameRun: false });
    if (restored.is === 'restored') done.push({ path, outcome: input.isDry ? 'to be restored' : 'restored' });
    else {
      const why = `its content could not be restored: ${restored.why}`;
      if (!input.isDry) input.holds.recordUnrestored(hold, why);
      stayed.push({ path, why: input.redact(`${why}; ${describeOriginal(hold.original)}`) });
    }
  }
  return { done, stayed };
}

/** What restoring would do, as far as GET shows. */
async function foresee(hold: Hold, { wire, holds }: RestoreLedgerInput): Promise<Restoration> {
  const shown = await readContent(hold, wire);
  if (typeof shown === 'string') return { is: 'unanswered', why: shown };
  const isOwn = isEquivalent(shown.content, hold.original) || holds.isOwn(hold, shown.content);
  return isOwn ? { is: 'restored' } : { is: 'changed by others', why: 'its content is not what this run wrote' };
}
