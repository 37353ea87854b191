import { findBreaches } from '../../generate/check-value.js';
import { isSensitiveName } from '../../http/redact/sensitive-names.js';
import { type Hold, type HoldLedger, selectWritten } from '../../ledger/holds.js';
import { UnsentError } from '../../limits/request-meter.js';
import { pause, pollUntil } from '../../model/clock.js';
import { isEquivalent } from '../../model/difference.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import type { SingleResource } from '../../model/service/single-resource.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { SingleHandle } from '../../rule/single-handle.js';
import { buildContent } from '../content/request-content.js';
import type { CaseClient } from '../items/case-client.js';
import {
  describeOriginal,
  type RestoreContext,
  readContent,
  restoreResource,
  type ShownContent,
} from './restore-resource.js';

/** Openings of a resource that PUT of its own content changes: a violation is made smaller, and reproduced. */
const maxShownAgain = 60;

export interface SingleUse {
  readonly check: string;
  readonly wire: CaseClient;
  readonly lagMs: number;
}

export interface SingleKeeperContext {
  readonly document: Json | undefined;
  /** Removes the secrets of the profile and of the redaction settings. */
  readonly redactJson: (value: Json) => Json;
  readonly holds: HoldLedger;
  readonly mayDelete: boolean;
  /** Whether a path contains a secret, so that the ledger cannot name it. */
  readonly isTelling: (path: string) => boolean;
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

async function adopt(single: SingleResource, use: SingleUse, context: SingleKeeperContext): Promise<SingleState> {
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
  { wire, holds, lagMs, isChangedByItsOwnContent }: SingleUse & SingleState & Pick<SingleKeeperContext, 'holds'>,
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

/** Longest content that is restored, as text. */
const maxLength = 65_536;

/** A resource that may be written to, or why not. */
type Adoption =
  | { readonly hold: Hold; readonly isChangedByItsOwnContent: boolean }
  | { readonly hold?: undefined; readonly problem: string };

/** Time in which its content must not change by itself, in milliseconds. */
const steadyMs = 1_000;

/**
 * Finds out whether the run can restore a single resource: GET shows the same content twice, the content is valid for the write,
 * and writing exactly this content is accepted and changes nothing. Only the last step writes, after the content is in the
 * ledger.
 */
async function adoptResource(single: SingleResource, wire: CaseClient, context: SingleKeeperContext) {
  const { path, members, replace, create, remove } = single;
  if (context.isTelling(path)) return { problem: 'its path has a secret' };
  const first = await readContent({ path, members }, wire);
  if (typeof first === 'string') return { problem: first };
  await pause(steadyMs);
  const second = await readContent({ path, members }, wire);
  if (typeof second === 'string') return { problem: second };
  const { content } = second;
  if (!isEquivalent(first.content, content)) return { problem: 'its content changes by itself' };
  if (content === undefined && !(remove && context.mayDelete)) return { problem: 'it does not exist' };
  const stray = listMemberNames(second).find((name) => single.shown?.includes(name) === false);
  if (stray !== undefined) return { problem: `GET shows "${stray}", which the document does not describe` };
  const problem = content === undefined ? undefined : findOriginalProblem(content, single, context);
  if (problem !== undefined) return { problem };
  const hold = context.holds.hold({
    path,
    original: content,
    members,
    put: replace?.request?.mediaType,
    post: create?.request?.mediaType,
    ...(remove && { remove: true }),
  });
  if (content === undefined) return { hold, isChangedByItsOwnContent: false };
  return writeOwnContent(hold, wire, { ...context, names: listMemberNames(second) });
}

/** The members of all that GET shows, those that no client writes included. */
function listMemberNames({ exchange }: ShownContent): string[] {
  const json = exchange.answer?.json;
  return hasStatus(exchange, 200) && isObject(json) ? Object.keys(json) : [];
}

/** PUT or POST of the content that GET shows. */
async function writeOwnContent(
  hold: Hold,
  wire: CaseClient,
  { holds, names }: SingleKeeperContext & { readonly names: readonly string[] },
): Promise<Adoption> {
  const { path, original = null, put, post } = hold;
  const method = put === undefined ? 'POST' : 'PUT';
  const record = holds.recordChange(hold, method, original);
  const write = await wire.trySend({ method, path, ...buildContent(original, put ?? post), role: 'control', record });
  const shown = await readContent(hold, wire);
  const isSame = typeof shown !== 'string' && isEquivalent(shown.content, original);
  if (isSame) holds.recordRestored(hold);
  else if (typeof shown !== 'string') holds.recordShown(hold, shown.content);
  if (!hasStatus(write, 200, 201, 204))
    return { problem: `${method} of its own content returned ${write.answer?.status ?? 'nothing'}` };
  if (typeof shown === 'string') return { problem: `after ${method} of its own content, ${shown}` };
  const lost = names.find((name) => !listMemberNames(shown).includes(name));
  if (lost !== undefined) return { problem: `after ${method} of its own content, GET no longer shows "${lost}"` };
  return { hold, isChangedByItsOwnContent: !isSame };
}

/** Why the run could not write this content back as it is; undefined where it could. */
function findOriginalProblem(
  content: Json,
  { replace, create }: SingleResource,
  { document, redactJson }: SingleKeeperContext,
): string | undefined {
  const text = JSON.stringify(content);
  if (text.length > maxLength) return `its content has more than ${maxLength} characters`;
  if (!isEquivalent(redactJson(content), content) || hasHiddenMember(content))
    return 'its content has a secret, or a mask in its place';
  for (const operation of [replace, create]) {
    const schema = operation?.request?.schema;
    const [breach] = schema === undefined ? [] : findBreaches(schema, content, document);
    if (breach)
      return `${operation?.method} would not accept what GET shows: ${breach.pointer || '/'} ${breach.message}`;
  }
  return undefined;
}

/** A member with the name of a credential, or a text that stands for one. */
function hasHiddenMember(value: Json): boolean {
  if (typeof value === 'string') return /^[*•●xX]{3,}$|^<?(redacted|hidden|masked)>?$|[*•●]{4,}/i.test(value);
  if (Array.isArray(value)) return (value as readonly Json[]).some(hasHiddenMember);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => isSensitiveName(name) || hasHiddenMember(member));
}
