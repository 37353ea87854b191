import { InconclusiveError } from '../../rule/finding.js';
import { type ConfirmedRecipe, type Confirming, findFlaw, listModes } from '../passive/confirm-recipe.js';
import type { Recipe } from '../passive/recipe.js';
import { type BodyMode, sendRecipe } from '../passive/send-recipe.js';
import { retrySetup } from '../trial/retry-setup.js';
import { createServiceProbe, type ServiceProbe } from './service-probe.js';

/** Chance that a service which stops for another reason does so at each repetition of one request. */
const acceptedChance = 1e-6;
/** Least and most repetitions, and the least share of requests at which the service is assumed to stop by chance. */
const [minTimes, maxTimes] = [3, 5];
const assumedRate = 1e-2;

/**
 * Before each repetition the service must answer so many requests for so long. Both grow, so that a service that stops
 * after a number of requests, or some time after its start or after a write, does not stop at the request each time.
 */
const [firstCount, firstMs, growth] = [3, 250, 2];

/**
 * Sends a request alone, several times, and returns it if the service answered before, ended the connection without a
 * response, accepted no connection after it, and came back, each time. Throws InconclusiveError where that cannot be
 * tried.
 */
export async function confirmOutage(recipe: Recipe, confirming: Confirming): Promise<ConfirmedRecipe | undefined> {
  const { site, rule } = confirming;
  if (!site.mayStopService)
    throw new InconclusiveError('setup', 'it may stop the service again, which needs --permit floods on another host');
  const probe = createServiceProbe(site, rule);
  try {
    for (const mode of listModes(recipe, confirming.check)) {
      const confirmed = await confirmInMode(recipe, mode, probe, confirming);
      if (confirmed !== undefined) return confirmed;
    }
    return undefined;
  } finally {
    // What was created is removed next.
    await probe.awaitReturn().catch(ignoreInconclusive);
  }
}

async function confirmInMode(
  recipe: Recipe,
  mode: BodyMode,
  probe: ServiceProbe,
  confirming: Confirming,
): Promise<ConfirmedRecipe | undefined> {
  const times = countRepetitions(confirming);
  const controls: number[] = [];
  let last: Pick<ConfirmedRecipe, 'attempt' | 'flaw'> | undefined;
  for (let i = 0; i < times; i += 1) {
    await probe.awaitReturn();
    const settle = async () => {
      const { n } = await probe.requireAnswers(firstCount * growth ** i + i, firstMs * growth ** i);
      controls.push(n);
    };
    const attempt = await retrySetup(() => sendRecipe(recipe, confirming, mode, settle));
    const flaw = findFlaw(attempt, recipe, confirming);
    const refusal = flaw === undefined ? undefined : await probe.findRefusal();
    if (flaw === undefined || refusal === undefined) return undefined;
    const shows = [...attempt.seen.filter(({ role }) => role !== 'control'), refusal];
    last = { attempt: { ...attempt, seen: [...attempt.seen, refusal], shows }, flaw };
  }
  return last && { recipe, mode, ...last, times, controls };
}

/** The more often the service stopped in the run, the more repetitions are needed. */
function countRepetitions({ site: { meter } }: Confirming): number {
  const rate = Math.min(0.5, Math.max(assumedRate, meter.listOutages().length / Math.max(1, meter.spent())));
  const needed = Math.ceil(Math.log(acceptedChance) / Math.log(rate));
  return Math.min(maxTimes, Math.max(minTimes, needed));
}

function ignoreInconclusive(error: unknown): void {
  if (!(error instanceof InconclusiveError)) throw error;
}
