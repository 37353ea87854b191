import { createInterface } from 'node:readline/promises';
import type { Consent, Foreseeable } from '../../../audit/consent.js';
import type { Profile } from '../../../model/profile/profile.js';
import { counted, number } from '../plan/describe-plan-summary.js';
import { type Outlook, outlookOf } from '../plan/plan-summary.js';

/** Where somebody may be told, and asked. */
export interface Dialogue {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly signal?: AbortSignal;
}

/**
 * What is told before the first write to a host that is not this machine, and asked where somebody is there to answer. A
 * pipeline is not held up: it said by `--permit` how far the run may go.
 */
export function consentFor(
  profile: Profile,
  { yes = false }: { readonly yes?: boolean },
  { input, output, signal }: Dialogue,
): Consent | undefined {
  if (profile.isLoopback || profile.permit === 'reads') return undefined;
  return async (foreseen) => {
    if (foreseen.trials.every(({ touches }) => touches === 'reads')) return true;
    output.write(`${summaryOf(foreseen, profile).join('\n')}\n`);
    if (yes || !input.isTTY || !output.isTTY) return true;
    return isYes({ input, output, ...(signal && { signal }) });
  };
}

/** Anything but yes is no: the end of the input and an interruption, too. */
async function isYes({ input, output, signal }: Dialogue): Promise<boolean> {
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
export function summaryOf(foreseen: Foreseeable, profile: Profile): string[] {
  const { target, permit, permitFrom, places, requests } = outlookOf(foreseen, profile);
  const trials = places.flatMap((place) => place.trials);
  const { maxMade, maxLive } = profile.limits;
  const fate = permit === 'writes' || !profile.cleanup ? 'nothing of it is removed' : 'all of it is removed again';
  return [
    `Before the first write to ${target.baseUrl}, which is not this machine:`,
    `  permission  ${permit} (${permitFrom})`,
    `  rules       ${number(new Set(trials.map(({ rule }) => rule)).size)}, in ${counted(trials.length, 'trial')}`,
    `  requests    about ${number(requests.estimate)}, at most ${number(requests.atMost)} (${requests.bound}); ${number(requests.survey)} were sent to know this`,
    `  things      at most ${number(maxMade)} made, ${number(maxLive)} at once; ${fate}`,
    `  written to  ${writtenTo(places)}`,
    '  --plan tells more, and --permit reads writes nothing.',
  ];
}

function writtenTo(places: Outlook['places']): string {
  const written = places.filter(({ trials }) => trials.some(({ touches }) => touches !== 'reads'));
  const named = written.map(({ name, path }) => (path === undefined ? 'the service as a whole' : `${name} (${path})`));
  const shown = named.slice(0, mostNamed);
  return [...shown, ...(named.length > mostNamed ? [`${named.length - mostNamed} more`] : [])].join(', ');
}

/** How many collections are named. */
const mostNamed = 12;
