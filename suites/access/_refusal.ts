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

/** What a caller was answered who has no right to it; where that is no refusal as it should be, what the full caller is answered to the same. */
export interface Refusal {
  readonly attempt: Attempt;
  readonly asked: Exchange;
  readonly control: Exchange | undefined;
}

/** Tries one after the other until one is not refused with the status that is wanted; 404 on an item may be as good. */
export async function tryEach(attempts: readonly Attempt[], as: Caller, wanted: 401 | 403): Promise<Refusal[]> {
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

/** Violated when somebody without a right to it was served, or refused with another status than `wanted`. */
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
  if (tried.length === 0) return inconclusive('no-usable-case', 'nothing is known that asks for credentials');
  const findings = open.map((one) => judgeOpen(one, wanted, whom));
  return findings.find(({ verdict }) => verdict === 'violated') ?? findings[0] ?? held;
}

function judgeOpen({ attempt: { name, isOnItem }, asked, control }: Refusal, wanted: number, whom: string): Finding {
  const status = asked.answer?.status;
  const told = { expected: `${name} answers ${wanted}`, actual: `${name} answers ${status}`, shows: [asked] };
  if (hasStatus(asked, 2)) return violated({ ...told, summary: `${name} was served ${whom}` });
  const why = `${name} was answered ${status} ${whom}, and ${control?.answer?.status} to the full caller`;
  if (control === undefined || hasStatus(control, 401, 403)) return inconclusive('refused', why);
  if (!hasStatus(control, 2)) return inconclusive('setup', why);
  // RFC 9110 §15.5.4 lets a server hide what it has from those who may not see it.
  if (isOnItem && status === 404)
    return inconclusive('setup', `${why}; if that is meant to hide what exists, say so in auth.hideExistence`);
  return violated({ ...told, summary: `${name} was answered ${status} ${whom}`, shows: [asked, control] });
}
