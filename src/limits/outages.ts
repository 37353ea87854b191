import { classifyRequest } from '../model/classify-request.js';
import { clock } from '../model/clock.js';
import type { StopReason } from './circuit-breaker.js';
import { isTransient, isUnreachable, neverSentPattern, type RequestResult } from './classify-answer.js';
import { buildRequestShape, type ShapedRequest } from './request-shape.js';

/** Remembers which requests were under way when the service stopped accepting connections. */
export interface OutageLog {
  /** Records that a request is sent. Returns the function that takes its result. */
  begin(request: ShapedRequest): (result: RequestResult) => void;
  /** Which requests were under way when the service stopped; undefined when it accepts connections, or never did. */
  describeOutage(): string | undefined;
  /** For each time when the service stopped, the numbers of the exchanges that were under way. */
  listOutages(): readonly (readonly number[])[];
  /** The results of the requests that were under way when the service stopped last, those first that are most likely the reason. */
  listLastSuspects(): readonly RequestResult[];
  /** When the service stopped last, by `clock.now()`. */
  stoppedAt(): number;
  /** Whether the connection of this request broke, and no later request has shown yet whether the service stopped. */
  isOpen(n: number): boolean;
  /**
   * Why this kind of request is not sent: the service stopped nearly each time when it was under way; where it can be started
   * only a few times, also one time, unless a request of this shape was answered.
   */
  findBlock(request: ShapedRequest): StopReason | undefined;
  /** Notes about outages that are over. */
  notes(): string[];
}

interface TrackedRequest extends ShapedRequest {
  readonly shape: string;
  n?: number | undefined;
  result?: RequestResult;
}

/** Whether the server processed nothing of the request, so that it cannot have stopped because of it. */
const isRefused = ({ silence = '' }: RequestResult): boolean => neverSentPattern.test(silence);

/** Maximum number of requests in a message, and of notes. */
const maxNamed = 8;
const maxNotes = 5;

/** Number of outages, and their share of all requests of a kind, from which on it is not sent any more. */
const minStops = 3;
const stopShare = 0.5;

/** Maximum number of shapes of answered requests that are remembered. */
const maxShapes = 5_000;

/**
 * Creates an empty log. `isSparing`: the service can be started only a few times. `onStop` is called each time when it
 * stopped.
 */
export function createOutageLog(isSparing = false, onStop: () => void = () => {}): OutageLog {
  const shapes = createShapeLog();
  const sent = new Map<string, number>();
  const tracker = createOutageTracker(shapes, onStop);
  const { outages, getCurrent, begin } = tracker;
  return {
    begin(request) {
      const kind = classifyRequest(request.method, request.path);
      sent.set(kind, (sent.get(kind) ?? 0) + 1);
      return begin(request);
    },
    describeOutage() {
      const outage = getCurrent();
      return outage === undefined || outage.size === 0 ? undefined : describeRequests(shapes.sort(outage));
    },
    listOutages: () => outages.map((requests) => [...requests].flatMap(({ n }) => n || [])),
    listLastSuspects: () => shapes.sort(outages.at(-1) ?? []).flatMap(({ result }) => result ?? []),
    stoppedAt: tracker.stoppedAt,
    isOpen: tracker.isOpen,
    findBlock: (request) =>
      (isSparing ? shapes.findBlock(request, outages) : undefined) ??
      findBlock(classifyRequest(request.method, request.path), outages, sent),
    notes: () => limitNotes(tracker.notes),
  };
}

/**
 * Keeps the requests that were under way each time when the service stopped. One that breaks just before connections are
 * refused was under way then, as those are that have no answer.
 */
function createOutageTracker(shapes: ReturnType<typeof createShapeLog>, onStop: () => void) {
  const underWay = new Set<TrackedRequest>();
  const notes: string[] = [];
  const outages: Set<TrackedRequest>[] = [];
  /** Requests that broke since the last response to a request that was sent after them. */
  let broken: readonly TrackedRequest[] = [];
  let outage: Set<TrackedRequest> | undefined;
  let hasAnswered = false;
  let stoppedAt = Number.NEGATIVE_INFINITY;
  const open = () => {
    if (!hasAnswered || outage !== undefined) return;
    stoppedAt = clock.now();
    outage = new Set([...broken, ...underWay]);
    outages.push(outage);
    onStop();
  };
  const recordBroken = (request: TrackedRequest, wasSentBefore: boolean) => {
    broken = [...broken, request];
    if (wasSentBefore) outage?.add(request);
  };
  const recordAnswer = (request: TrackedRequest, brokenBefore: readonly TrackedRequest[], isBack: boolean) => {
    hasAnswered = true;
    shapes.record(request);
    broken = broken.filter((one) => !brokenBefore.includes(one));
    outage?.delete(request);
    if (!isBack || outage === undefined) return;
    if (outage.size > 0) notes.push(`the service stopped and came back: ${describeRequests(shapes.sort(outage))}`);
    outage = undefined;
  };
  const begin: OutageLog['begin'] = ({ method, path, content }) => {
    const request: TrackedRequest = { method, path, shape: buildRequestShape({ method, path, content }) };
    const [brokenBefore, outageBefore] = [broken, outage];
    underWay.add(request);
    return (result) => {
      underWay.delete(request);
      Object.assign(request, { n: result.n, result });
      if (isUnreachable(result)) {
        open();
        // A refused request did not arrive.
        outage?.delete(request);
      } else if (result.answer !== undefined) recordAnswer(request, brokenBefore, outageBefore === outage);
      else if (isTransient(result) && !isRefused(result)) recordBroken(request, outageBefore === undefined);
    };
  };
  const isOpen = (n: number) => broken.some((one) => one.n === n);
  return { begin, outages, notes, getCurrent: () => outage, stoppedAt: () => stoppedAt, isOpen };
}

/** Remembers the shapes of answered requests. */
function createShapeLog() {
  const answered = new Set<string>();
  const isAnswered = ({ shape }: TrackedRequest) => Number(answered.has(shape));
  return {
    record({ shape }: TrackedRequest): void {
      if (answered.size < maxShapes) answered.add(shape);
    },
    /** A request like no other that was answered comes first, then the one that was sent last. */
    sort: (requests: Iterable<TrackedRequest>): TrackedRequest[] =>
      [...requests].sort((one, other) => isAnswered(one) - isAnswered(other) || (other.n ?? 0) - (one.n ?? 0)),
    findBlock(request: ShapedRequest, outages: readonly ReadonlySet<TrackedRequest>[]): StopReason | undefined {
      if (outages.length === 0) return undefined;
      const shape = buildRequestShape(request);
      const isSuspect = !answered.has(shape) && outages.some((all) => [...all].some((one) => one.shape === shape));
      const why = `the service stopped during ${request.method} ${request.path}, or a request like it`;
      return isSuspect ? { cause: 'no-answer', why } : undefined;
    },
  };
}

function limitNotes(over: readonly string[]): string[] {
  const more = over.length - maxNotes;
  const rest = more > 0 ? [`the service stopped and came back ${more} more times`] : [];
  return [...over.slice(0, maxNotes), ...rest];
}

/** Why a kind of request is not sent any more. */
function findBlock(
  kind: string,
  outages: readonly ReadonlySet<TrackedRequest>[],
  sent: ReadonlyMap<string, number>,
): StopReason | undefined {
  const isKind = ({ method, path }: TrackedRequest) => classifyRequest(method, path) === kind;
  const stops = outages.filter((requests) => [...requests].some(isKind)).length;
  if (stops < minStops || stops < (sent.get(kind) ?? 0) * stopShare) return undefined;
  return { cause: 'no-answer', why: `${kind} is not sent any more: the service stopped ${stops} times during it` };
}

/** Later requests are refused, and are not named: they found no service. */
function describeRequests(requests: readonly TrackedRequest[]): string {
  const named = requests.filter(({ n }) => n !== 0).slice(0, maxNamed);
  const rest = requests.length > named.length ? `, and ${requests.length - named.length} more` : '';
  return `it was handling ${named.map(describeRequest).join(', ')}${rest}`;
}

const describeRequest = ({ method, path, n }: TrackedRequest): string =>
  `${method} ${path}${n === undefined ? '' : ` (exchange ${n})`}`;
