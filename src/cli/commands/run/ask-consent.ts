import { createInterface } from 'node:readline/promises';
import type { AuditPreview, Consent } from '../../../audit/consent.js';
import type { Profile } from '../../../model/profile/profile.js';
import { formatLargeCount, formatNumber } from '../plan/describe-plan-summary.js';
import { type PlanSummary, summarizePlan } from '../plan/plan-summary.js';

/** Where somebody may be told, and asked. */
export interface PromptStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly signal?: AbortSignal;
}

/**
 * What is told before the first write to a host that is not this machine, and asked where somebody is there to answer. A
 * pipeline is not held up: it said by `--permit` how far the run may go.
 */
export function createConsent(
  profile: Profile,
  { yes = false }: { readonly yes?: boolean },
  { input, output, signal }: PromptStreams,
): Consent | undefined {
  if (profile.isLoopback || profile.permit === 'reads') return undefined;
  return async (foreseen) => {
    if (foreseen.trials.every(({ touches }) => touches === 'reads')) return true;
    output.write(`${describeWritePlan(foreseen, profile).join('\n')}\n`);
    if (yes || !input.isTTY || !output.isTTY) return true;
    return askForYes({ input, output, ...(signal && { signal }) });
  };
}

/** Anything but yes is no: the end of the input and an interruption, too. */
async function askForYes({ input, output, signal }: PromptStreams): Promise<boolean> {
  const lines = createInterface({ input, output });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const asked = lines.question('Go on? [y/N] ', signal ? { signal } : {}).catch(() => '');
    return /^\s*y(es)?\s*$/i.test(await Promise.race([asked, ended]));
  } finally {
    lines.close();
  }
}

/** A plan in a few lines: how much would be asked, made and written to. */
export function describeWritePlan(foreseen: AuditPreview, profile: Profile): string[] {
  const { target, permit, permitFrom, places, requests } = summarizePlan(foreseen, profile);
  const trials = places.flatMap((place) => place.trials);
  const { maxMade, maxLive } = profile.limits;
  const fate = permit === 'writes' || !profile.cleanup ? 'nothing of it is removed' : 'all of it is removed again';
  return [
    `Before the first write to ${target.baseUrl}, which is not this machine:`,
    `  permission  ${permit} (${permitFrom})`,
    `  rules       ${formatNumber(new Set(trials.map(({ rule }) => rule)).size)}, in ${formatLargeCount(trials.length, 'trial')}`,
    `  requests    about ${formatNumber(requests.estimate)}, at most ${formatNumber(requests.atMost)} (${requests.bound}); ${formatNumber(requests.survey)} were sent to know this`,
    `  things      at most ${formatNumber(maxMade)} made, ${formatNumber(maxLive)} at once; ${fate}`,
    `  written to  ${listWrittenCollections(places)}`,
    '  --plan tells more, and --permit reads writes nothing.',
  ];
}

function listWrittenCollections(places: PlanSummary['places']): string {
  const written = places.filter(({ trials }) => trials.some(({ touches }) => touches !== 'reads'));
  const named = written.map(({ name, path }) => (path === undefined ? 'the service as a whole' : `${name} (${path})`));
  const shown = named.slice(0, maxNamed);
  return [...shown, ...(named.length > maxNamed ? [`${named.length - maxNamed} more`] : [])].join(', ');
}

/** How many collections are named. */
const maxNamed = 12;
