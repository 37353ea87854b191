import type { Hold } from '../../ledger/holds.js';
import { isEquivalent } from '../../model/difference.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { CaseClient } from '../tools/case-client.js';
import { readContent } from './restore-resource.js';

/** What a run knows of a single resource. */
export interface SingleState {
  /** Absent where nothing is written to it. */
  readonly hold?: Hold | undefined;
  readonly isChangedByItsOwnContent: boolean;
  /** How often checks opened it although it could not be restored. */
  shownAgain: number;
  /** The check that opened it last. */
  check: string;
  /** Why nothing more is written to it; the check that caused this may repeat its case. */
  problem?: { readonly why: string; readonly check?: string | undefined } | undefined;
}

/** Openings of a resource that PUT of its own content changes: a violation is made smaller, and reproduced. */
const maxShownAgain = 60;

/**
 * Why a check may not write to a resource. One whose case left another content may repeat the case, and where PUT of its own
 * content changed it, only that may be sent again, to show that.
 */
export function findProblem(state: SingleState, check: string): string | undefined {
  const { problem, isChangedByItsOwnContent } = state;
  if (problem === undefined || problem.check === check) return undefined;
  if (!isChangedByItsOwnContent || problem.check === undefined) return problem.why;
  state.shownAgain += 1;
  return state.shownAgain > maxShownAgain ? problem.why : undefined;
}

/** Another client may have changed a resource since the last case: its content must not be lost. */
export async function findForeignChange(state: SingleState, wire: Pick<CaseClient, 'trySend'>): Promise<void> {
  const { hold } = state;
  if (hold === undefined || hold.isChanged || state.problem !== undefined) return;
  const shown = await readContent(hold, wire);
  if (typeof shown === 'string') throw new InconclusiveError('setup', `${hold.path} is not written to: ${shown}`);
  if (!isEquivalent(shown.content, hold.original)) state.problem = { why: 'another client changed it during the run' };
}
