import { isTransient, isUnreachable, type RequestResult } from './classify-answer.js';

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
  /** Notes about outages that are over. */
  notes(): string[];
}

interface TrackedRequest extends RequestUnderWay {
  n?: number | undefined;
}

/** Maximum number of requests in a message, and of notes. */
const maxNamed = 8;
const maxNotes = 5;

/**
 * Creates an empty log. A request that breaks just before connections are refused was under way when the service
 * stopped, as those are that have no answer then.
 */
export function createOutageLog(): OutageLog {
  const underWay = new Set<TrackedRequest>();
  const over: string[] = [];
  /** Requests that broke since the last response to a request that was sent after them. */
  let broken: readonly TrackedRequest[] = [];
  let outage: Set<TrackedRequest> | undefined;
  let hasAnswered = false;
  const open = () => {
    if (hasAnswered) outage ??= new Set([...broken, ...underWay]);
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
      const [brokenBefore, outageBefore] = [broken, outage];
      underWay.add(request);
      return (result) => {
        underWay.delete(request);
        request.n = result.n;
        if (isUnreachable(result)) open();
        else if (result.answer !== undefined) recordAnswer(request, brokenBefore, outageBefore === outage);
        else if (isTransient(result)) recordBroken(request, outageBefore === undefined);
      };
    },
    describeOutage: () => (outage === undefined || outage.size === 0 ? undefined : describeRequests(outage)),
    notes: () => [
      ...over.slice(0, maxNotes),
      ...(over.length > maxNotes ? [`the service stopped and came back ${over.length - maxNotes} more times`] : []),
    ],
  };
}

/** Later requests are refused, and are not named: they found no service. */
function describeRequests(requests: ReadonlySet<TrackedRequest>): string {
  const named = [...requests].filter(({ n }) => n !== 0).slice(0, maxNamed);
  const rest = requests.size > named.length ? `, and ${requests.size - named.length} more` : '';
  return `it was handling ${named.map(describeRequest).join(', ')}${rest}`;
}

const describeRequest = ({ method, path, n }: TrackedRequest): string =>
  `${method} ${path}${n === undefined ? '' : ` (exchange ${n})`}`;
