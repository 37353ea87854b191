import { classifyRequest } from '../model/classify-request.js';
import type { StopReason } from './circuit-breaker.js';
import { isTransient, isUnreachable, neverSentPattern, type RequestResult } from './classify-answer.js';

/** A request that is under way. */
export interface RequestUnderWay {
  readonly method: string;
  readonly path: string;
}

/** Remembers which requests were under way when the service stopped accepting connections. */
export interface OutageLog {
  /** Records that a request is sent. Returns the function that takes its result. */
  begin(request: RequestUnderWay): (result: RequestResult) => void;
  /** Which requests were under way when the service stopped; undefined when it accepts connections, or never did. */
  describeOutage(): string | undefined;
  /** For each time when the service stopped, the numbers of the exchanges that were under way. */
  listOutages(): readonly (readonly number[])[];
  /** Why this kind of request is not sent: the service stopped nearly each time when it was under way. */
  findBlock(request: RequestUnderWay): StopReason | undefined;
  /** Notes about outages that are over. */
  notes(): string[];
}

interface TrackedRequest extends RequestUnderWay {
  n?: number | undefined;
}

/** Whether the server processed nothing of the request, so that it cannot have stopped because of it. */
const isRefused = ({ silence = '' }: RequestResult): boolean => neverSentPattern.test(silence);

/** Maximum number of requests in a message, and of notes. */
const maxNamed = 8;
const maxNotes = 5;

/** Number of outages, and their share of all requests of a kind, from which on it is not sent any more. */
const minStops = 3;
const stopShare = 0.5;

/**
 * Creates an empty log. A request that breaks just before connections are refused was under way when the service
 * stopped, as those are that have no answer then.
 */
export function createOutageLog(): OutageLog {
  const underWay = new Set<TrackedRequest>();
  const over: string[] = [];
  const outages: Set<TrackedRequest>[] = [];
  const sent = new Map<string, number>();
  /** Requests that broke since the last response to a request that was sent after them. */
  let broken: readonly TrackedRequest[] = [];
  let outage: Set<TrackedRequest> | undefined;
  let hasAnswered = false;
  const open = () => {
    if (!hasAnswered || outage !== undefined) return;
    outage = new Set([...broken, ...underWay]);
    outages.push(outage);
  };
  const recordBroken = (request: TrackedRequest, wasSentBefore: boolean) => {
    broken = [...broken, request];
    if (wasSentBefore) outage?.add(request);
  };
  const recordAnswer = (request: TrackedRequest, brokenBefore: readonly TrackedRequest[], isBack: boolean) => {
    hasAnswered = true;
    broken = broken.filter((one) => !brokenBefore.includes(one));
    outage?.delete(request);
    if (!isBack || outage === undefined) return;
    if (outage.size > 0) over.push(`the service stopped and came back: ${describeRequests(outage)}`);
    outage = undefined;
  };
  return {
    begin({ method, path }) {
      const request: TrackedRequest = { method, path };
      const kind = classifyRequest(method, path);
      sent.set(kind, (sent.get(kind) ?? 0) + 1);
      const [brokenBefore, outageBefore] = [broken, outage];
      underWay.add(request);
      return (result) => {
        underWay.delete(request);
        request.n = result.n;
        if (isUnreachable(result)) {
          open();
          // A refused request did not arrive.
          outage?.delete(request);
        } else if (result.answer !== undefined) recordAnswer(request, brokenBefore, outageBefore === outage);
        else if (isTransient(result) && !isRefused(result)) recordBroken(request, outageBefore === undefined);
      };
    },
    describeOutage: () => (outage === undefined || outage.size === 0 ? undefined : describeRequests(outage)),
    listOutages: () => outages.map((requests) => [...requests].flatMap(({ n }) => n || [])),
    findBlock: ({ method, path }) => findBlock(classifyRequest(method, path), outages, sent),
    notes: () => limitNotes(over),
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
function describeRequests(requests: ReadonlySet<TrackedRequest>): string {
  const named = [...requests].filter(({ n }) => n !== 0).slice(0, maxNamed);
  const rest = requests.size > named.length ? `, and ${requests.size - named.length} more` : '';
  return `it was handling ${named.map(describeRequest).join(', ')}${rest}`;
}

const describeRequest = ({ method, path, n }: TrackedRequest): string =>
  `${method} ${path}${n === undefined ? '' : ` (exchange ${n})`}`;
