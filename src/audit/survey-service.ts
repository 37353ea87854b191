import { type OpenClient, openClient } from '../http/client.js';
import { reach, Unreachable } from '../http/connectivity.js';
import type { Client } from '../http/exchange.js';
import type { Tape } from '../http/tape.js';
import { patientClient } from '../limits/patient-client.js';
import { clock } from '../model/clock.js';
import type { Profile } from '../model/profile/profile.js';
import type { Survey } from '../model/service/survey.js';
import { DiscoveryError } from '../openapi/document-error.js';
import { methodsIn, rateIn } from '../profile/request-policy.js';
import { traceOf } from '../run/error-trace.js';
import { survey } from '../survey/survey.js';
import { shownError } from './redact-report.js';

/** What a look at the target gave. */
export interface Look {
  readonly found: Survey;
  /** Status of the answer to the first knock at the base URL. */
  readonly knock?: number;
  /** Trace of a failure of the kit itself. */
  readonly fault?: string;
  /** Why not everything was looked at. */
  readonly cut?: string;
  /** Somebody takes requests, and nothing can be made of the answers. */
  readonly lost?: Unreachable;
}

/** What may end a look. */
export interface LookOptions {
  readonly signal?: AbortSignal;
  /** When the time of the run began, by `clock.now()`. */
  readonly begunAt?: number;
}

/** Opens a client that calls as the profile says, and writes to the tape. */
export const clientFor = (profile: Profile, tape: Tape): OpenClient =>
  openClient({
    ...profile,
    ...profile.limits,
    rateTo: rateIn(profile),
    methods: methodsIn(profile.permit),
    tape,
  });

/**
 * Knocks at the base URL and finds out what is there. Throws Unreachable or DiscoveryError, which the caller can mend;
 * an interruption or a failure of the kit leaves an empty survey, so that a report can still be written.
 */
export async function look(
  profile: Profile,
  client: OpenClient,
  { signal, begunAt = clock.now() }: LookOptions,
): Promise<Look> {
  const leftMs = () => (signal?.aborted ? 0 : begunAt + profile.limits.maxSeconds * 1_000 - clock.now());
  const patient = patientClient(client, leftMs);
  try {
    const knock = await untilInterrupted(arrive(profile, client, patient), signal);
    const found = await untilInterrupted(survey(profile, patient), signal);
    const useless = patient.useless();
    if (useless !== undefined) throw new Unreachable(`${profile.baseUrl} gives no usable answer: ${useless}`, true);
    const cut = cutIn(profile, client, leftMs());
    const notes = [...found.notes, ...patient.notes(), ...(cut === undefined ? [] : [cut])];
    return { knock, found: { ...found, notes }, ...(cut !== undefined && { cut }) };
  } catch (error) {
    if (error instanceof Unreachable || error instanceof DiscoveryError) {
      const shown = shownError(error, client);
      if (shown instanceof Unreachable && shown.isThere) return { found: nothingFound(shown.message), lost: shown };
      throw shown;
    }
    if (error instanceof Interrupted) return { found: nothingFound('the survey was interrupted') };
    const fault = client.redact(traceOf(error));
    return { found: nothingFound(`the survey failed: ${fault}`), fault };
  }
}

/** Everybody has a credential before the first knock: who cannot have one is told so at once, and not in the middle of a run. */
async function arrive({ baseUrl }: Profile, client: OpenClient, patient: Client): Promise<number> {
  await client.introduce();
  return reach(patient, baseUrl);
}

/** Why a survey came to its end before it had seen everything. */
function cutIn({ limits }: Profile, client: OpenClient, leftMs: number): string | undefined {
  const { maxRequests, maxSeconds } = limits;
  if (client.count() >= maxRequests)
    return `the survey was cut short: the budget of ${maxRequests} requests is spent (limits.maxRequests, --max-requests)`;
  return leftMs > 0
    ? undefined
    : `the survey was cut short: the ${maxSeconds} seconds are over (limits.maxSeconds, --max-time)`;
}

class Interrupted extends Error {}

/** A survey makes nothing, so it may be left where it stands; a request under way must not hold up the caller. */
function untilInterrupted<T>(stage: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return stage;
  const interruption = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new Interrupted());
    signal.addEventListener('abort', () => reject(new Interrupted()), { once: true });
  });
  return Promise.race([stage, interruption]);
}

const nothingFound = (note: string): Survey => ({
  collections: [],
  contradictions: [],
  notes: [note],
  document: undefined,
  documentSource: undefined,
});
