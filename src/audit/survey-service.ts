import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type OpenClient, openClient } from '../http/client.js';
import { checkConnectivity, UnreachableError } from '../http/connectivity.js';
import type { Client } from '../http/exchange.js';
import type { Tape } from '../http/tape.js';
import { createSurveyClient, type SurveyClient } from '../limits/survey-client.js';
import { clock } from '../model/clock.js';
import { permissions } from '../model/permission.js';
import type { Profile } from '../model/profile/profile.js';
import { listItemTemplates } from '../model/service/subject-collections.js';
import type { Survey } from '../model/service/survey.js';
import { DocumentError } from '../openapi/document-error.js';
import { computeConnections, createHostRate, getAllowedMethods } from '../profile/request-policy.js';
import { formatErrorTrace } from '../run/stages.js';
import { createScopedClient } from './client/scoped-client.js';
import { redactError } from './publisher.js';

/** The channel on which undici publishes each request whose header section has been written. */
const requestSent = 'undici:client:sendHeaders';

export interface ServiceSurvey {
  readonly found: Survey;
  /** Status of the response to the first request, to the base URL. */
  readonly firstStatus?: number;
  readonly crash?: string;
  readonly cutReason?: string;
  /** The server accepts requests, but its responses cannot be used. */
  readonly unreachable?: UnreachableError;
}

export interface SurveyServiceOptions {
  readonly signal?: AbortSignal;
  /** When the run began, by `clock.now()`, in milliseconds. */
  readonly begunAt?: number;
  /** Whether an address at which nothing exists is an error. */
  readonly mustExist?: boolean;
}

/** Opens a client that calls as the profile says, and writes to the tape. */
export const openProfileClient = (profile: Profile, tape: Tape): OpenClient =>
  createScopedClient(openOwnClient(profile, tape), profile.baseUrl, profile.operations);

const openOwnClient = (profile: Profile, tape: Tape): OpenClient =>
  openClient({
    ...profile,
    ...profile.limits,
    rateTo: createHostRate(profile),
    signer: profile.hooks?.signRequest,
    methods: getAllowedMethods(profile.permit),
    connections: computeConnections(profile.limits),
    tape,
  });

/** Surveys the service. Throws UnreachableError or DocumentError; an interruption or internal error leaves it empty. */
export async function surveyService(
  profile: Profile,
  client: OpenClient,
  { signal, begunAt = clock.now(), mustExist = false }: SurveyServiceOptions,
): Promise<ServiceSurvey> {
  const leftMs = () => (signal?.aborted ? 0 : begunAt + profile.limits.maxSeconds * 1_000 - clock.now());
  const surveyClient = createSurveyClient(client, leftMs);
  try {
    const knock = await raceInterruption(connectToService(profile, client, surveyClient), signal);
    const { survey } = await import('../survey/survey.js');
    const found = await raceInterruption(survey(profile, surveyClient), signal);
    client.hideAddresses([...listItemTemplates(found.collections), ...found.resources.map(({ name }) => name)]);
    const useless = surveyClient.findProblem();
    if (useless !== undefined)
      throw new UnreachableError(`${profile.baseUrl} gives no usable response: ${useless}`, true);
    if (mustExist && profile.resources.length === 0 && !hasUnreadItems(found))
      requireService(profile, surveyClient, found);
    const cut = explainCutSurvey(profile, client, leftMs());
    const notes = [...found.notes, ...surveyClient.notes(), ...(cut === undefined ? [] : [cut])];
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

/** Throws UnreachableError where nothing exists. */
function requireService(
  { baseUrl, mayGuess, isLoopback }: Profile,
  client: SurveyClient,
  { documentSource, resources }: Survey,
): void {
  const paths = resources.map(({ name }) => name);
  const missing = client.findMissingBase(documentSource === undefined ? undefined : { source: documentSource, paths });
  if (missing === undefined) return;
  const guesses = mayGuess || isLoopback ? '' : ', try common names with --guess';
  const advice = `name a collection with --collection PATH or a document with --openapi${guesses}, or correct the path of the base URL`;
  throw new UnreachableError(`nothing was found at ${baseUrl}: ${missing}; ${advice}`, true);
}

/** Obtains all credentials before the first request, so that missing ones are reported at once, not during a run. */
async function connectToService(profile: Profile, client: OpenClient, surveyClient: Client): Promise<number> {
  const stopWaiting = loadWhileWaiting(profile);
  try {
    await client.obtainCredentials();
    return await checkConnectivity(surveyClient, profile.baseUrl);
  } finally {
    stopWaiting();
  }
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
  resources: [],
  contradictions: [],
  notes: [note],
  omissions: [],
  document: undefined,
  documentSource: undefined,
});

/** Whether a described collection without a list may hold items: the survey cannot request any of them. */
const hasUnreadItems = ({ collections }: Survey): boolean =>
  collections.some(({ list, create, creation }) => list === undefined && create !== undefined && creation?.isNamed);

/** Loads what an audit needs later while its first response is awaited. Returns a function that stops the wait. */
function loadWhileWaiting({ permit }: Profile): () => void {
  const stop = () => unsubscribe(requestSent, load);
  const load = () => {
    stop();
    const isWriting = permissions.indexOf(permit) >= permissions.indexOf('writes');
    // A module that cannot be loaded is reported where it is used.
    setImmediate(() => loadStages(isWriting).catch(() => undefined));
  };
  subscribe(requestSent, load);
  return stop;
}

async function loadStages(isWriting: boolean): Promise<void> {
  await import('../survey/survey.js');
  await import('../run/run.js');
  if (!isWriting) return;
  const { loadAjv } = await import('../generate/check-value.js');
  loadAjv();
}
