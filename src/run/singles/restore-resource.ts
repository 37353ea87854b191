import type { OpenClient } from '../../http/client.js';
import { type Hold, type HoldLedger, selectWritten } from '../../ledger/holds.js';
import { pause } from '../../model/clock.js';
import { isEquivalent } from '../../model/difference.js';
import { type Exchange, getHeader, hasStatus } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import { uncached } from '../cleanup/read-item.js';
import { buildContent } from '../content/request-content.js';
import type { CaseClient } from '../items/case-client.js';

export interface RestoreContext {
  /** A client that still sends when the run is over. */
  readonly wire: Pick<CaseClient, 'trySend'>;
  readonly holds: HoldLedger;
  /**
   * Whether the last write was sent a moment ago, so that a content that no response has shown yet is its effect. After a
   * kill it may as well be the change of another client.
   */
  readonly isSameRun: boolean;
  /** Whether it is written once at most, because that failed before. */
  readonly isOnce?: boolean | undefined;
}

/** What came of it. */
type Restoration =
  | { readonly is: 'restored' }
  | { readonly is: 'changed by others' | 'failed' | 'unanswered'; readonly why: string };

export interface ShownContent {
  /** What a client writes of it; undefined where the resource does not exist. */
  readonly content: Json | undefined;
  readonly tag: string | undefined;
  readonly exchange: Exchange;
}

/** Waits before each read, in milliseconds. Between two reads, the original content is written. */
const pausesMs = [0, 0, 250, 1_000, 4_000];

/** What the last attempt to restore a resource showed. */
interface Attempt {
  readonly isWritten: boolean;
  readonly isUnconditional: boolean;
  readonly result: Restoration;
}

/**
 * Writes the original content of a single resource, and reads it to see that it is there. A content that is not of this run
 * is left alone. Never throws because of a response.
 */
export async function restoreResource(hold: Hold, context: RestoreContext): Promise<Restoration> {
  let last: Attempt = {
    isWritten: false,
    isUnconditional: false,
    result: { is: 'unanswered', why: 'it was not read' },
  };
  const reads = context.isOnce ? pausesMs.slice(0, 2) : pausesMs;
  for (const [index, waitMs] of reads.entries()) {
    if (waitMs > 0) await pause(waitMs);
    last = await attempt(hold, last, { ...context, mayWrite: index < reads.length - 1 });
    if (last.result.is === 'restored' || last.result.is === 'changed by others') break;
  }
  return last.result;
}

/** Reads a resource, and writes its original content if GET does not show it. */
async function attempt(
  hold: Hold,
  last: Attempt,
  context: RestoreContext & { readonly mayWrite: boolean },
): Promise<Attempt> {
  const { wire, holds, mayWrite } = context;
  const shown = await readContent(hold, wire);
  if (typeof shown === 'string') return { ...last, result: { is: 'unanswered', why: shown } };
  if (isEquivalent(shown.content, hold.original)) {
    holds.recordRestored(hold);
    return { ...last, result: { is: 'restored' } };
  }
  if (last.isWritten && !holds.isOwn(hold, shown.content)) {
    // Whether the service or another client changed what was just written is not known: it is not written again.
    hold.isUnread = false;
    return last;
  }
  if (!isOurs(hold, shown, context))
    return { ...last, result: { is: 'changed by others', why: describeForeign(shown) } };
  holds.recordShown(hold, shown.content);
  if (!mayWrite) return last;
  const write = await writeOriginal(hold, shown, { ...context, isUnconditional: last.isUnconditional });
  const isWritten = !hasStatus(write, 4);
  // What the response shows is of this write, whatever the service made of it.
  if (hasStatus(write, 2) && isObject(write.answer?.json))
    holds.recordShown(hold, selectWritten(write.answer.json, hold.members));
  // A refused write changed nothing: what GET shows next must be known again.
  if (!isWritten) hold.isUnread = false;
  const told = `${write.method} returned ${write.answer?.status ?? `nothing: ${write.silence}`}`;
  const why = `${told}, and GET does not show its content from before the run`;
  return { isWritten, isUnconditional: hasStatus(write, 412), result: { is: 'failed', why } };
}

/** Reads a single resource; a text says why its content is unknown. */
export async function readContent(
  { path, members }: Pick<Hold, 'path' | 'members'>,
  wire: Pick<CaseClient, 'trySend'>,
): Promise<ShownContent | string> {
  const exchange = await wire.trySend({ method: 'GET', path, ...uncached, role: 'control' });
  const { answer, silence } = exchange;
  if (hasStatus(exchange, 404, 410)) return { content: undefined, tag: undefined, exchange };
  if (answer === undefined) return `GET got no answer: ${silence}`;
  if (answer.status !== 200) return `GET returned ${answer.status}`;
  if (answer.json === undefined) return 'GET returned content that is not JSON';
  const tag = getHeader(answer, 'etag');
  return { content: selectWritten(answer.json, members), tag, exchange };
}

const isOurs = (hold: Hold, { content }: ShownContent, { holds, isSameRun }: RestoreContext): boolean =>
  holds.isOwn(hold, content) || (isSameRun && hold.isUnread);

const describeForeign = ({ content }: ShownContent): string =>
  `its ${content === undefined ? 'absence' : 'content'} is not what this run wrote, so it was left alone`;

/** What a user needs in order to restore it by hand. */
export const describeOriginal = (original: Json | undefined): string =>
  original === undefined
    ? 'before the run it did not exist'
    : 'the ledger has the content from before the run in its line "holds"';

/**
 * Sends the request that restores a resource. Where the service knows entity tags, no change of another client between the read
 * and this write is overwritten; a tag that changes with every response is of no use for that.
 */
function writeOriginal(
  hold: Hold,
  { content, tag }: ShownContent,
  { holds, wire, isUnconditional }: RestoreContext & { readonly isUnconditional: boolean },
): Promise<Exchange> {
  const { path, original, put, post } = hold;
  const isPostNeeded = put === undefined || (content === undefined && post !== undefined);
  const method = original === undefined ? 'DELETE' : isPostNeeded ? 'POST' : 'PUT';
  const { headers, ...body } = original === undefined ? {} : buildContent(original, isPostNeeded ? post : put);
  const isConditional = method !== 'POST' && tag !== undefined && !tag.startsWith('W/') && !isUnconditional;
  const condition: Record<string, string> = isConditional ? { 'if-match': tag } : {};
  const record = holds.recordRestoring(hold, method);
  return wire.trySend({ method, path, ...body, headers: { ...headers, ...condition }, role: 'control', record });
}

interface RestoreLedgerInput extends Pick<RestoreContext, 'wire' | 'holds'> {
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
