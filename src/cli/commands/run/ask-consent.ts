import { createInterface } from 'node:readline/promises';
import type { AuditPreview, Consent } from '../../../audit/consent.js';
import type { Profile } from '../../../model/profile/profile.js';
import { formatLargeCount, formatNumber } from '../plan/describe-plan-summary.js';
import { type PlanSummary, summarizePlan } from '../plan/plan-summary.js';

export interface PromptStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly signal?: AbortSignal;
}

/**
 * Prints the plan before the first write to a host other than this machine, and asks for consent on a terminal. A pipeline
 * is not asked: its `--permit` flag is the consent. Loopback counts as another machine if the document or the responses
 * name one; without a terminal and without `--permit`, nothing is written then.
 */
export function createConsent(
  profile: Profile,
  { yes = false }: { readonly yes?: boolean },
  { input, output, signal }: PromptStreams,
): Consent | undefined {
  if (profile.permit === 'reads' || (profile.isLoopback && profile.permitFrom !== 'default')) return undefined;
  return async (foreseen) => {
    if (foreseen.trials.every(({ touches }) => touches === 'reads')) return true;
    if (profile.isLoopback && foreseen.otherHosts.length === 0) return true;
    output.write(`${describeWritePlan(foreseen, profile).join('\n')}\n`);
    if (yes) return true;
    if (!input.isTTY || !output.isTTY) return !profile.isLoopback;
    return askForYes({ input, output, ...(signal && { signal }) });
  };
}

/** Only "y" and "yes" are consent; the end of the input and an interruption are not. */
async function askForYes({ input, output, signal }: PromptStreams): Promise<boolean> {
  const lines = createInterface({ input, output });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const asked = lines.question('Continue? [y/N] ', signal ? { signal } : {}).catch(() => '');
    return /^\s*y(es)?\s*$/i.test(await Promise.race([asked, ended]));
  } finally {
    lines.close();
  }
}

/** Renders a plan in a few lines: requests, created items and collections that are written to. */
export function describeWritePlan(foreseen: AuditPreview, profile: Profile): string[] {
  const { target, permit, permitFrom, places, requests } = summarizePlan(foreseen, profile);
  const trials = places.flatMap((place) => place.trials);
  const { maxMade, maxLive } = profile.limits;
  const removal = permit === 'writes' || !profile.cleanup ? 'they are not removed' : 'all are removed at the end';
  return [
    ...describeTarget(target.baseUrl, foreseen, profile),
    `  permission  ${permit} (${permitFrom})`,
    `  checks      ${formatLargeCount(trials.length, 'check')} of ${formatLargeCount(new Set(trials.map(({ rule }) => rule)).size, 'rule')}`,
    `  requests    about ${formatNumber(requests.estimate)}, at most ${formatNumber(requests.atMost)} (${requests.bound}); ${formatNumber(requests.survey)} already sent`,
    `  test items  at most ${formatNumber(maxMade)} created, at most ${formatNumber(maxLive)} at once; ${removal}`,
    `  written to  ${listWrittenCollections(places)}`,
    ...listRestoredResources(foreseen),
    ...(foreseen.kept === undefined ? [] : [`  kept        what others have, until the run ends: ${foreseen.kept}`]),
    'For details use --plan. To write nothing use --permit reads.',
  ];
}

function describeTarget(baseUrl: string, { otherHosts }: AuditPreview, { isLoopback }: Profile): string[] {
  if (!isLoopback) return [`Before the first write to ${baseUrl}, which is another machine:`];
  return [
    `Before the first write to ${baseUrl}, which seems to be another machine behind a port-forward:`,
    ...otherHosts.slice(0, maxNamed).map((sign) => `  ${sign}`),
    '  --permit deletes permits writes and removals, --permit reads only reads',
  ];
}

function listWrittenCollections(places: PlanSummary['places']): string {
  const written = places.filter(({ trials }) => trials.some(({ touches }) => touches !== 'reads'));
  const named = written.map(({ name, path }) => (path === undefined ? 'the service as a whole' : `${name} (${path})`));
  const shown = named.slice(0, maxNamed);
  return [...shown, ...(named.length > maxNamed ? [`${named.length - maxNamed} more`] : [])].join(', ');
}

/** What existed before the run, and is changed all the same. */
function listRestoredResources({ trials }: AuditPreview): string[] {
  const changed = trials.flatMap(({ touches, subject }) =>
    touches !== 'reads' && subject.kind === 'resource' && subject.single ? [subject.name] : [],
  );
  const paths = [...new Set(changed)];
  return paths.length === 0
    ? []
    : [`  restored    ${paths.slice(0, maxNamed).join(', ')}: changed, and restored after each case`];
}

const maxNamed = 12;
