import type { Hold } from '../../ledger/holds.js';
import { isEquivalent } from '../../model/difference.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import type { SingleResource } from '../../model/service/single-resource.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { SingleHandle } from '../../rule/single-handle.js';
import type { CaseClient } from '../tools/case-client.js';
import { type AdoptContext, adoptResource } from './adopt-resource.js';
import { describeOriginal, type RestoreContext, readContent, restoreResource } from './restore-resource.js';
import { createSingleHandle } from './single-handle.js';

/** The single resources that the cases of a run change, one case at a time. */
export interface SingleKeeper {
  /**
   * Opens a single resource for one case of a check. Throws `InconclusiveError('setup')` where its content could not be
   * restored, in this case or in an earlier one of another check.
   */
  open(single: SingleResource, use: SingleUse): Promise<SingleHandle>;
  /** Restores what the cases of a check changed. Never throws. */
  restore(check: string): Promise<void>;
  /** Restores what is left at the end of a run, and reports what cannot be restored. */
  restoreAll(): Promise<void>;
  /** Number of requests that restoring needs. */
  countOwed(): number;
}

/** A case that uses a single resource. */
export interface SingleUse {
  /** The check, by rule and subject. */
  readonly check: string;
  readonly wire: CaseClient;
  readonly lagMs: number;
}

/** What a keeper requires. */
export interface SingleKeeperContext extends AdoptContext {
  /** A client that neither the budget nor an interruption stops. */
  readonly cleaner: Pick<CaseClient, 'trySend'>;
  readonly reportLeftover: (leftover: LedgerLeftover) => void;
}

interface SingleState {
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

/** Requests that restoring one resource needs: two reads and a write. */
const requestsPerResource = 3;

/** Creates the keeper of a run. */
export function createSingleKeeper(context: SingleKeeperContext): SingleKeeper {
  const states = new Map<string, SingleState>();
  const { holds } = context;
  const adopt = async (single: SingleResource, { check, wire }: SingleUse): Promise<SingleState> => {
    const known = states.get(single.path);
    if (known !== undefined) return known;
    const adoption = await adoptResource(single, wire, context);
    const state: SingleState =
      adoption.hold === undefined
        ? { check, shownAgain: 0, isChangedByItsOwnContent: false, problem: { why: adoption.problem } }
        : { check, shownAgain: 0, ...adoption };
    states.set(single.path, state);
    return state;
  };
  const restoreState = async (state: SingleState, hold: Hold, isOnce: boolean) => {
    const restoring: RestoreContext = { wire: context.cleaner, holds, isSameRun: true, isOnce };
    const restored = await restoreResource(hold, restoring).catch(describeError);
    if (restored.is === 'restored') return;
    const why = `its content could not be restored: ${restored.why}`;
    state.problem = { why, check: restored.is === 'failed' ? state.check : undefined };
  };
  /** Another client may have changed it since the last case: its content must not be lost. */
  const findForeignChange = async (state: SingleState, { wire }: SingleUse) => {
    const { hold } = state;
    if (hold === undefined || hold.isChanged || state.problem !== undefined) return;
    const shown = await readContent(hold, wire);
    if (typeof shown === 'string') throw new InconclusiveError('setup', `${hold.path} is not written to: ${shown}`);
    if (!isEquivalent(shown.content, hold.original))
      state.problem = { why: 'another client changed it during the run' };
  };
  const mayShowAgain = (state: SingleState): boolean => {
    if (!state.isChangedByItsOwnContent || state.problem?.check === undefined) return false;
    state.shownAgain += 1;
    return state.shownAgain <= maxShownAgain;
  };
  const isStopped = ({ problem, check }: SingleState) => problem !== undefined && problem.check !== check;
  return {
    async open(single, use) {
      const state = await adopt(single, use);
      await findForeignChange(state, use);
      // Where PUT of its own content changed it, only that may be sent again, to show that.
      const isOpen = state.problem?.check === use.check || mayShowAgain(state);
      const problem = isOpen ? undefined : state.problem;
      if (problem !== undefined || state.hold === undefined)
        throw new InconclusiveError('setup', `${single.path} is not written to: ${problem?.why}`);
      state.check = use.check;
      return createSingleHandle(single, state.hold, { ...use, holds, ...state });
    },
    async restore(check) {
      for (const state of states.values())
        if (state.hold?.isChanged && state.check === check && !isStopped(state))
          await restoreState(state, state.hold, state.problem !== undefined || state.isChangedByItsOwnContent);
    },
    async restoreAll() {
      for (const state of states.values()) {
        const { hold } = state;
        if (!hold?.isChanged) continue;
        await restoreState(state, hold, state.problem !== undefined);
        if (!hold.isChanged) continue;
        const why = state.problem?.why ?? 'its content could not be restored';
        holds.recordUnrestored(hold, why);
        context.reportLeftover({ path: hold.path, why: `${why}; ${describeOriginal(hold.original)}` });
      }
    },
    countOwed: () => holds.listChanged().length * requestsPerResource,
  };
}

/** A file that cannot be written must not keep the other resources from being restored. */
const describeError = (error: unknown) =>
  ({ is: 'unanswered', why: error instanceof Error ? error.message : String(error) }) as const;
