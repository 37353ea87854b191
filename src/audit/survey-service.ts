import { type OpenClient, openClient } from '../http/client.js';
import { checkConnectivity, UnreachableError } from '../http/connectivity.js';
import type { Client } from '../http/exchange.js';
import type { Tape } from '../http/tape.js';
import { createPatientClient } from '../limits/patient-client.js';
import { clock } from '../model/clock.js';
import type { Profile } from '../model/profile/profile.js';
import type { Survey } from '../model/service/survey.js';
import { DocumentError } from '../openapi/document-error.js';
import { createHostRate, getAllowedMethods } from '../profile/request-policy.js';
import { formatErrorTrace } from '../run/error-trace.js';
import { survey } from '../survey/survey.js';
import { redactError } from './redact-report.js';

/** The result of the survey. */
export interface ServiceSurvey {
  readonly found: Survey;
  /** Status of the response to the first request, to the base URL. */
  readonly firstStatus?: number;
  /** Trace of an internal error. */
  readonly crash?: string;
  /** Why the survey is incomplete. */
  readonly cutReason?: string;
  /** The server accepts requests, but its responses cannot be used. */
  readonly unreachable?: UnreachableError;
}

/** What can end a survey. */
export interface SurveyServiceOptions {
  readonly signal?: AbortSignal;
  /** When the run began, by `clock.now()`, in milliseconds. */
  readonly begunAt?: number;
}

/** Opens a client that calls as the profile says, and writes to the tape. */
export const openProfileClient = (profile: Profile, tape: Tape): OpenClient =>
  openClient({
    ...profile,
    ...profile.limits,
    rateTo: createHostRate(profile),
    methods: getAllowedMethods(profile.permit),
    tape,
  });

/**
 * Requests the base URL and surveys the service. Throws UnreachableError or DocumentError, which the user can fix. An
 * interruption or an internal error leaves an empty survey, so that a report can still be written.
 */
export async function surveyService(
  profile: Profile,
  client: OpenClient,
  { signal, begunAt = clock.now() }: SurveyServiceOptions,
): Promise<ServiceSurvey> {
  const leftMs = () => (signal?.aborted ? 0 : begunAt + profile.limits.maxSeconds * 1_000 - clock.now());
  const patient = createPatientClient(client, leftMs);
  try {
    const knock = await raceInterruption(connectToService(profile, client, patient), signal);
    const found = await raceInterruption(survey(profile, patient), signal);
    const useless = patient.findProblem();
    if (useless !== undefined)
      throw new UnreachableError(`${profile.baseUrl} gives no usable response: ${useless}`, true);
    const cut = explainCutSurvey(profile, client, leftMs());
    const notes = [...found.notes, ...patient.notes(), ...(cut === undefined ? [] : [cut])];
    return { firstStatus: knock, found: { ...found, notes }, ...(cut !== undefined && { cutReason: cut }) };
  } catch (error) {
    if (error instanceof UnreachableError || error instanceof DocumentError) {
      const shown = redactError(error, client);
      if (shown instanceof UnreachableError && shown.isThere)
        return { found: createEmptySurvey(shown.message), unreachable: shown };
      throw shown;
    }
    if (error instanceof InterruptedError) return { found: createEmptySurvey('the survey was interrupted') };
    const crash = formatErrorTrace(error);
    return { found: createEmptySurvey(`the survey failed: ${crash}`), crash };
  }
}

/** Obtains all credentials before the first request, so that missing ones are reported at once, not during a run. */
async function connectToService({ baseUrl }: Profile, client: OpenClient, patient: Client): Promise<number> {
  await client.obtainCredentials();
  return checkConnectivity(patient, baseUrl);
}

/** Why a survey ended before it was complete. */
function explainCutSurvey({ limits }: Profile, client: OpenClient, leftMs: number): string | undefined {
  const { maxRequests, maxSeconds } = limits;
  if (client.count() >= maxRequests)
    return `the survey is incomplete: the budget of ${maxRequests} requests is used up (limits.maxRequests, --max-requests)`;
  return leftMs > 0
    ? undefined
    : `the survey is incomplete: the limit of ${maxSeconds} seconds is reached (limits.maxSeconds, --max-time)`;
}

class InterruptedError extends Error {}

/** A survey creates nothing, so it can be abandoned; a pending request must not delay the caller. */
function raceInterruption<T>(stage: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return stage;
  const interruption = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new InterruptedError());
    signal.addEventListener('abort', () => reject(new InterruptedError()), { once: true });
  });
  return Promise.race([stage, interruption]);
}

const createEmptySurvey = (note: string): Survey => ({
  collections: [],
  contradictions: [],
  notes: [note],
  document: undefined,
  documentSource: undefined,
});
