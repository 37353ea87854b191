import {
  type Caller,
  type Exchange,
  type Finding,
  hasStatus,
  held,
  inconclusive,
  type JudgingTools,
  violated,
} from '#rule';
import type { Attempt } from './_attempts.js';

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
    const isRefused = hasStatus(asked, wanted);
    const isServed = hasStatus(asked, 2);
    const control = isRefused || isServed ? undefined : await attempt.send(undefined, 'control');
    tried.push({ attempt, asked, control });
    if (!isRefused && !(attempt.isOnItem && hasStatus(asked, 404))) break;
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
    const isHidden = dialect.hideExistence && attempt.isOnItem && hasStatus(asked, 404);
    return !hasStatus(asked, wanted) && !isHidden;
  });
  if (tried.length === 0) return inconclusive('no-usable-case', 'no operation is known that requires credentials');
  const findings = open.map((one) => judgeUnexpected(one, wanted, whom));
  return findings.find(({ verdict }) => verdict === 'violated') ?? findings[0] ?? held;
}

function judgeUnexpected(
  { attempt: { name, isOnItem }, asked, control }: Refusal,
  wanted: number,
  whom: string,
): Finding {
  const status = asked.answer?.status;
  const told = { expected: `${name} returns ${wanted}`, actual: `${name} returned ${status}`, shows: [asked] };
  if (hasStatus(asked, 2)) return violated({ ...told, summary: `${name} succeeded ${whom}` });
  const why = `${name} returned ${status} ${whom}, and ${control?.answer?.status} to the full caller`;
  if (control === undefined || hasStatus(control, 401, 403)) return inconclusive('refused', why);
  if (!hasStatus(control, 2)) return inconclusive('setup', why);
  // RFC 9110 §15.5.4 allows a server to hide resources from callers without permission.
  if (isOnItem && status === 404)
    return inconclusive('setup', `${why}; if the service hides existing items, declare auth.hideExistence`);
  return violated({ ...told, summary: `${name} returned ${status} ${whom}`, shows: [asked, control] });
}
