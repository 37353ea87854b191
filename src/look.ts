import { DiscoveryError, type Survey, survey } from './discovery/index.js';
import { type OpenClient, openClient, reach, type Tape, Unreachable } from './http/index.js';
import type { Profile } from './target/index.js';

/** What a look at the target gave. */
export interface Look {
  readonly found: Survey;
  /** Status of the answer to the first knock at the base URL. */
  readonly knock?: number;
  /** Trace of a failure of the kit itself. */
  readonly fault?: string;
}

/** Opens a client that calls as the profile says, and writes to the tape. */
export const clientFor = (profile: Profile, tape: Tape): OpenClient =>
  openClient({
    ...profile,
    ...profile.limits,
    tape,
  });

/**
 * Knocks at the base URL and finds out what is there. Throws Unreachable or DiscoveryError, which the caller can mend;
 * an interruption or a failure of the kit leaves an empty survey, so that a report can still be written.
 */
export async function look(profile: Profile, client: OpenClient, signal: AbortSignal | undefined): Promise<Look> {
  try {
    const knock = await untilInterrupted(arrive(profile, client), signal);
    return { knock, found: await untilInterrupted(survey(profile, client), signal) };
  } catch (error) {
    if (error instanceof Unreachable || error instanceof DiscoveryError) throw error;
    if (error instanceof Interrupted) return { found: nothingFound('the survey was interrupted') };
    const fault = traceOf(error);
    return { found: nothingFound(`the survey failed: ${fault}`), fault };
  }
}

/** Everybody has a credential before the first knock: who cannot have one is told so at once, and not in the middle of a run. */
async function arrive({ baseUrl }: Profile, client: OpenClient): Promise<number> {
  await client.introduce();
  return reach(client, baseUrl);
}

/** What is known of an error, for whoever mends the kit. */
export const traceOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

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
