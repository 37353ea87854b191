import { isSafeMethod } from '../../http/method-guard.js';
import { getHeader, type HttpResponse } from '../../model/exchange.js';
import { parseJson } from '../../model/json.js';
import type { TrafficExchange } from '../../model/traffic-exchange.js';
import type { ResourceTrack } from '../../rule/monitor.js';
import type { createMemories } from './memory.js';

/** Reads of one resource that are kept. */
const maxReads = 3;
/** Longest content that is kept, in characters: later exchanges are compared with it. */
const maxKeptLength = 8_192;

const emptyTrack: ResourceTrack = { reads: [] };

/** What was read and written so far. */
export type History = ReturnType<typeof createHistory>;

/** Creates an empty history. `resolve` gives the path to which a reference leads. */
export function createHistory(
  { create }: Pick<ReturnType<typeof createMemories>, 'create'>,
  resolve: (reference: string, exchange: TrafficExchange) => string | undefined,
) {
  const tracks = create<ResourceTrack>({ weigh: measureTrack });
  let forgottenWrite = 0;
  const forget = (n: number) => {
    forgottenWrite = Math.max(forgottenWrite, n);
  };
  /** The number of the latest write at or below a path, and exactly at a path. */
  const [below, exactly] = [create<number>({ onForget: forget }), create<number>({ onForget: forget })];
  let lastWrite = 0;
  const getTrack = (path: string): ResourceTrack => tracks.get(path) ?? emptyTrack;
  const findLastWrite = (path: string): number => {
    const plain = readPlainPath(path);
    const above = listAncestors(plain).map((one) => exactly.get(one) ?? forgottenWrite);
    return Math.max(below.get(plain) ?? forgottenWrite, ...above);
  };
  const isUndisturbed = (earlier: TrafficExchange, later: TrafficExchange, path?: string): boolean =>
    earlier.isAlone &&
    later.isAlone &&
    earlier.endedAt <= later.startedAt &&
    (path === undefined ? lastWrite : findLastWrite(path)) <= earlier.n;
  const addWrite = (exchange: TrafficExchange, kept: TrafficExchange) => {
    const { n, path, answer } = exchange;
    const { before: _, ...track } = getTrack(path);
    const before = track.reads.at(-1);
    const isKnown = before !== undefined && isUndisturbed(before, exchange, path);
    tracks.set(path, { ...track, write: kept, ...(isKnown && { before }) });
    const location = answer?.status === 201 ? getHeader(answer, 'location') : undefined;
    const place = location === undefined ? undefined : resolve(location, exchange);
    // A new item says nothing about the others beside it.
    const plain = readPlainPath(place ?? path);
    lastWrite = n;
    exactly.set(plain, n);
    for (const one of [plain, ...listAncestors(plain)]) below.set(one, n);
    // A repetition with a key names the item that the first one created.
    if (place !== undefined && place !== path && getTrack(place).creation === undefined)
      tracks.set(place, { reads: [], creation: kept });
  };
  return {
    getTrack,
    isUndisturbed,
    /** Whether a cache may still return what was read before, at this time. */
    mayBeCached: (path: string, at: number): boolean =>
      getTrack(path).reads.some((read) => read.endedAt + readLifetime(read) > at),
    add(exchange: TrafficExchange): void {
      const { method, path, answer, hasText } = exchange;
      const isUnsupported = answer?.status === 405 || answer?.status === 501;
      if (!isSafeMethod(method) && !isUnsupported) addWrite(exchange, keepExchange(exchange));
      const isGone = method === 'GET' && (answer?.status === 404 || answer?.status === 410);
      const known = isGone ? getTrack(path) : undefined;
      // Gone without a recorded removal, or late: what was read says nothing of it any more.
      if (known?.reads.at(-1)?.caller === exchange.caller && known !== undefined)
        tracks.set(path, { ...known, reads: [] });
      if (method === 'GET' && answer?.status === 200 && hasText && answer.text.length <= maxKeptLength) {
        const track = getTrack(path);
        tracks.set(path, { ...track, reads: [...track.reads, keepExchange(exchange)].slice(-maxReads) });
      }
    },
  };
}

const measureTrack = ({ reads, write, creation }: ResourceTrack): number =>
  [...reads, write, creation].reduce(
    (sum, one) => sum + (one?.answer?.text.length ?? 0) + (one?.content?.length ?? 0),
    0,
  );

/** Milliseconds for which a response may be reused (RFC 9111 §5.2.2). */
const readLifetime = ({ answer }: TrafficExchange): number => {
  const control = getHeader(answer, 'cache-control') ?? '';
  return Number(/(?:^|[\s,])(?:s-maxage|max-age)\s*=\s*"?(\d{1,9})/i.exec(control)?.[1] ?? 0) * 1_000;
};

const readPlainPath = (path: string): string => path.split('?', 1)[0]?.replace(/\/$/, '') ?? path;

function listAncestors(path: string): string[] {
  const found: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) found.push(path.slice(0, at));
  return found;
}

/** An exchange as it is remembered: long contents are left out, and others are parsed again when they are compared. */
function keepExchange(exchange: TrafficExchange): TrafficExchange {
  const { answer, content = '', hasContent, hasText } = exchange;
  const isLong = (answer?.text.length ?? 0) > maxKeptLength;
  const kept = answer && new KeptResponse(answer.status, answer.headers, isLong ? '' : answer.text);
  const isContentLong = content.length > maxKeptLength;
  return {
    ...exchange,
    answer: kept,
    hasText: hasText && !isLong,
    ...(isContentLong && { content: undefined }),
    hasContent: hasContent && !isContentLong,
  };
}

class KeptResponse implements HttpResponse {
  constructor(
    readonly status: number,
    readonly headers: HttpResponse['headers'],
    readonly text: string,
  ) {}

  get json(): HttpResponse['json'] {
    return parseJson(this.text);
  }
}
