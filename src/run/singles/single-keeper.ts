import { type Hold, type HoldLedger, selectWritten } from '../../ledger/holds.js';
import { UnsentError } from '../../limits/request-meter.js';
import { pollUntil } from '../../model/clock.js';
import { isEquivalent } from '../../model/difference.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import type { SingleResource } from '../../model/service/single-resource.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { SingleHandle } from '../../rule/single-handle.js';
import { buildContent } from '../content/request-content.js';
import type { CaseClient } from '../items/case-client.js';
import { type AdoptContext, adoptResource } from './adopt-resource.js';
import { describeOriginal, type RestoreContext, readContent, restoreResource } from './restore-resource.js';

/** Openings of a resource that PUT of its own content changes: a violation is made smaller, and reproduced. */
const maxShownAgain = 60;

/** A case that uses a single resource. */
export interface SingleUse {
  /** The check, by rule and subject. */
  readonly check: string;
  readonly wire: CaseClient;
  readonly lagMs: number;
}

export interface SingleKeeperContext extends AdoptContext {
  /** A client that still sends when the run is over, from the requests reserved for it. */
  readonly cleaner: Pick<CaseClient, 'trySend'>;
  readonly reportLeftover: (leftover: LedgerLeftover) => void;
}

/** Requests that restoring one resource needs: two reads and a write. */
const requestsPerResource = 3;

/** The single resources that the cases of a run change, one case at a time. */
export function createSingleKeeper(context: SingleKeeperContext) {
  const states = new Map<string, SingleState>();
  const { holds } = context;
  return {
    /**
     * Opens a single resource for one case of a check. Throws `InconclusiveError('setup')` where its content could not be
     * restored, in this case or in an earlier one of another check.
     */
    async open(single: SingleResource, use: SingleUse): Promise<SingleHandle> {
      const state = states.get(single.path) ?? (await adopt(single, use, context));
      states.set(single.path, state);
      await findForeignChange(state, use.wire);
      const problem = findProblem(state, use.check);
      if (problem !== undefined || state.hold === undefined)
        throw new InconclusiveError('setup', `${single.path} is not written to: ${problem}`);
      state.check = use.check;
      return createSingleHandle(single, state.hold, { ...use, holds, ...state });
    },
    /** Restores what the cases of a check changed. Never throws. */
    async restore(check: string): Promise<void> {
      for (const state of states.values())
        if (state.check === check && (state.problem === undefined || state.problem.check === check))
          await restoreState(state, context);
    },
    /** Restores what is left at the end of a run, and reports what cannot be restored. */
    async restoreAll(): Promise<void> {
      for (const state of states.values()) {
        await restoreState(state, context);
        if (!state.hold?.isChanged) continue;
        const why = state.problem?.why ?? 'its content could not be restored';
        holds.recordUnrestored(state.hold, why);
        context.reportLeftover({ path: state.hold.path, why: `${why}; ${describeOriginal(state.hold.original)}` });
      }
    },
    /** Number of requests that restoring needs. */
    countOwed: () => holds.listChanged().length * requestsPerResource,
  };
}

export type SingleKeeper = ReturnType<typeof createSingleKeeper>;

async function adopt(single: SingleResource, use: SingleUse, context: AdoptContext): Promise<SingleState> {
  const adoption = await adoptResource(single, use.wire, context);
  const begun = { check: use.check, shownAgain: 0 };
  if (adoption.hold !== undefined) return { ...begun, ...adoption };
  return { ...begun, isChangedByItsOwnContent: false, problem: { why: adoption.problem } };
}

/** Restores a resource if it was changed. What cannot be restored now is written once more at most, later. */
async function restoreState(state: SingleState, { cleaner, holds }: SingleKeeperContext): Promise<void> {
  const { hold, check } = state;
  if (!hold?.isChanged) return;
  const isOnce = state.problem !== undefined || state.isChangedByItsOwnContent;
  const restoring: RestoreContext = { wire: cleaner, holds, isSameRun: true, isOnce };
  const restored = await restoreResource(hold, restoring).catch(describeError);
  if (restored.is === 'restored') return;
  const why = `its content could not be restored: ${restored.why}`;
  state.problem = { why, check: restored.is === 'failed' ? check : undefined };
}

/** A file that cannot be written must not keep the other resources from being restored. */
const describeError = (error: unknown) =>
  ({ is: 'unanswered', why: error instanceof Error ? error.message : String(error) }) as const;

/** What a run knows of a single resource. */
interface SingleState {
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

/**
 * Why a check may not write to a resource. One whose case left another content may repeat the case, and where PUT of its own
 * content changed it, only that may be sent again, to show that.
 */
function findProblem(state: SingleState, check: string): string | undefined {
  const { problem, isChangedByItsOwnContent } = state;
  if (problem === undefined || problem.check === check) return undefined;
  if (!isChangedByItsOwnContent || problem.check === undefined) return problem.why;
  state.shownAgain += 1;
  return state.shownAgain > maxShownAgain ? problem.why : undefined;
}

/** Another client may have changed a resource since the last case: its content must not be lost. */
async function findForeignChange(state: SingleState, wire: Pick<CaseClient, 'trySend'>): Promise<void> {
  const { hold } = state;
  if (hold === undefined || hold.isChanged || state.problem !== undefined) return;
  const shown = await readContent(hold, wire);
  if (typeof shown === 'string') throw new InconclusiveError('setup', `${hold.path} is not written to: ${shown}`);
  if (!isEquivalent(shown.content, hold.original)) state.problem = { why: 'another client changed it during the run' };
}

/** Creates the handle of a single resource for one case: each write is in the ledger before it is sent. */
function createSingleHandle(
  { path, replace, create, members }: SingleResource,
  hold: Hold,
  {
    wire,
    holds,
    lagMs,
    isChangedByItsOwnContent,
  }: SingleUse & { readonly holds: HoldLedger; readonly isChangedByItsOwnContent: boolean },
): SingleHandle {
  let last: Json | undefined;
  let sent: Json | undefined;
  const get = async (): Promise<Exchange> => {
    const exchange = await wire.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    const json = hasStatus(exchange, 200) ? exchange.answer?.json : undefined;
    last = json === undefined ? undefined : selectWritten(json, members);
    if (json !== undefined || hasStatus(exchange, 404, 410)) holds.recordShown(hold, last);
    return exchange;
  };
  const write = async (method: 'PUT' | 'POST' | 'DELETE', body?: Json, mediaType?: string) => {
    const isOwnContent = body !== undefined && [last, sent].some((own) => own !== undefined && isEquivalent(body, own));
    if (isChangedByItsOwnContent && !isOwnContent)
      throw new InconclusiveError('setup', `${path} is not written to: PUT of its own content changed it`);
    const wasChanged = hold.isChanged;
    const record = holds.recordChange(hold, method, body);
    const content = body === undefined ? {} : buildContent(body, mediaType);
    sent = body;
    return wire.send({ method, path, ...content, record }).catch((error) => {
      // What was not sent changed nothing.
      if (error instanceof UnsentError && !wasChanged) holds.recordRestored(hold);
      throw error;
    });
  };
  return {
    path,
    content: hold.original,
    isChangedByItsOwnContent,
    get,
    getUntil: (isSettled) => pollUntil(get, isSettled, lagMs),
    readContent: async () => {
      await get();
      return last;
    },
    put: (body) => write('PUT', body, replace?.request?.mediaType),
    post: (body) => write('POST', body, create?.request?.mediaType),
    delete: () => write('DELETE'),
  };
}
