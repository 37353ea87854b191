import {
  type Caller,
  type Exchange,
  type Finding,
  http,
  inconclusive,
  type JudgingTools,
  needs,
  type Tools,
  values,
  violated,
} from '#rule';
import { combineFindings } from '../../_shared/findings.js';
import {
  type Attempt,
  drawRequestBodies,
  listCreateAttempts,
  listReadAttempts,
  listWriteAttempts,
  type RequestBodies,
} from './attempts.js';

/** The response to a caller without permission; where it is not the expected refusal, also the response to the full caller. */
export interface Refusal {
  readonly attempt: Attempt;
  readonly asked: Exchange;
  readonly control: Exchange | undefined;
}

/** Sends one attempt after the other until one does not return the wanted status; 404 on an item may be accepted as well. */
export async function sendEach(attempts: readonly Attempt[], as: Caller, wanted: 401 | 403): Promise<Refusal[]> {
  const tried: Refusal[] = [];
  for (const attempt of attempts) {
    const asked = await attempt.send(as);
    const isRefused = http.hasStatus(asked, wanted);
    const isServed = http.hasStatus(asked, 2);
    const control = isRefused || isServed ? undefined : await attempt.send(undefined, 'control');
    tried.push({ attempt, asked, control });
    if (!isRefused && !(attempt.isOnItem && http.hasStatus(asked, 404))) break;
  }
  return tried;
}

/** Violated when a caller without permission got a success, or a refusal with another status than `wanted`. */
export function judgeRefusals(
  tried: readonly Refusal[],
  { dialect }: Pick<JudgingTools, 'dialect'>,
  wanted: 401 | 403,
  whom: string,
): Finding {
  const open = tried.filter(({ attempt, asked }) => {
    const isHidden = dialect.hideExistence && attempt.isOnItem && http.hasStatus(asked, 404);
    return !http.hasStatus(asked, wanted) && !isHidden;
  });
  if (tried.length === 0) return inconclusive('no-usable-case', 'no operation is known that requires credentials');
  return combineFindings(open.map((one) => judgeUnexpected(one, wanted, whom)));
}

function judgeUnexpected({ attempt: { name, isOnItem }, asked, control }: Refusal, wanted: number, whom: string) {
  const status = asked.answer?.status;
  const told = { expected: `${name} returns ${wanted}`, actual: `${name} returned ${status}`, shows: [asked] };
  if (http.hasStatus(asked, 2)) return violated({ ...told, summary: `${name} succeeded ${whom}` });
  const why = `${name} returned ${status} ${whom}, and ${control?.answer?.status} to the full caller`;
  if (control === undefined || http.hasStatus(control, 401, 403)) return inconclusive('refused', why);
  if (!http.hasStatus(control, 2)) return inconclusive('setup', why);
  // RFC 9110 §15.5.4 allows a server to hide resources from callers without permission.
  if (isOnItem && status === 404)
    return inconclusive('setup', `${why}; if the service hides existing items, declare auth.hideExistence`);
  return violated({ ...told, summary: `${name} returned ${status} ${whom}`, shows: [asked, control] });
}

const callerPhrases = {
  none: 'without credentials',
  invalid: 'with invalid credentials',
  expired: 'with expired credentials',
} as const;

type UnknownCaller = keyof typeof callerPhrases;

/** What rules about callers without valid credentials have in common: each attempt must get 401. */
const refuses = (as: UnknownCaller) =>
  ({
    per: 'collection',
    assumes: ['creation/created-item-is-readable'],
    cases: 1,
    then: (tried: readonly Refusal[], judging: JudgingTools) => judgeRefusals(tried, judging, 401, callerPhrases[as]),
    silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key', 'hides-existence'],
  }) as const;

/** A rule that reads the collection and an item as such a caller, after the full caller has read them. */
export const refusesReads = (as: UnknownCaller) =>
  ({
    ...refuses(as),
    title: `Reading ${callerPhrases[as]} returns 401`,
    otherwise: `Reading ${callerPhrases[as]} did not return 401`,
    touches: 'reads',
    needs: [needs.readable, needs.secured, ...(as === 'expired' ? [needs.credentialsFor('expired')] : [])],
    given: (bodies: values.Bodies) => values.record({ body: bodies.body() }),
    async when({ body }: Pick<RequestBodies, 'body'>, tools: Tools): Promise<Refusal[]> {
      const item = await tools.items.getAny(body);
      await http.readBack(item);
      return sendEach(listReadAttempts(item, tools), as, 401);
    },
  }) as const;

/** A rule that writes to the collection and to an item of the full caller as such a caller; only the credentials are wrong. */
export const refusesWrites = (as: UnknownCaller) =>
  ({
    ...refuses(as),
    title: `Writing ${callerPhrases[as]} returns 401`,
    otherwise: `Writing ${callerPhrases[as]} did not return 401`,
    touches: 'deletes',
    reusedItems: 1,
    needs: [
      needs.creatable,
      needs.readable,
      needs.secured,
      ...(as === 'expired' ? [needs.credentialsFor('expired')] : []),
    ],
    given: drawRequestBodies,
    async when(drawn: RequestBodies, tools: Tools): Promise<Refusal[]> {
      const item = await tools.items.create(drawn.body);
      await http.readBack(item);
      return sendEach([...listCreateAttempts(drawn, tools), ...listWriteAttempts(item, drawn, tools)], as, 401);
    },
  }) as const;
