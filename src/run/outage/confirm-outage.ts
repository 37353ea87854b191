import { isUnreachable } from '../../limits/classify-answer.js';
import { clock, pause } from '../../model/clock.js';
import type { Exchange } from '../../model/exchange.js';
import { InconclusiveError } from '../../rule/finding.js';
import { CaseClient } from '../items/case-client.js';
import { type ConfirmedRecipe, type Confirming, confirmRecipe, findFlaw } from '../passive/confirm-recipe.js';
import type { Recipe } from '../passive/recipe.js';
import { type BodyMode, sendRecipe } from '../passive/send-recipe.js';
import type { RunContext } from '../run-context.js';
import { ifInconclusive, retrySetup } from '../trial/retry-setup.js';

/** Maximum wait for a stopped service, and longest pause between two requests, in milliseconds. */
const maxReturnMs = 30_000;

const maxPauseMs = 1_000;

/** Number of requests after which a service that neither answers nor refuses counts as running, and the pause between them. */
const maxRefusalTries = 8;

const refusalPauseMs = 20;

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
    return await confirmRecipe(recipe, confirming, (_, mode) => confirmInMode(recipe, mode, probe, confirming));
  } finally {
    // What was created is removed next.
    await probe.awaitReturn().catch(ifInconclusive(() => {}));
  }
}

async function confirmInMode(recipe: Recipe, mode: BodyMode, probe: ServiceProbe, confirming: Confirming) {
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
  const rate = Math.min(0.5, Math.max(assumedRate, meter.outages.countOutages() / Math.max(1, meter.spent())));
  const needed = Math.ceil(Math.log(acceptedChance) / Math.log(rate));
  return Math.min(maxTimes, Math.max(minTimes, needed));
}

/** Creates a probe that reads a list or the base URL; its requests neither wait for a failing service nor end the run. */
function createServiceProbe(site: RunContext, rule: string) {
  const client = new CaseClient(site.meter, `${rule}@service`, { isHasty: true });
  const path = site.model.collections.find((one) => one.list !== undefined && !one.path.includes('{'))?.path ?? '/';
  const ask = () => client.trySend({ method: 'GET', path, role: 'control' });
  return {
    /** Waits until the service answers, and starts it again where its process has ended. Throws `InconclusiveError('no-answer')` when it does not. */
    async awaitReturn(): Promise<void> {
      const end = clock.now() + maxReturnMs;
      const { starts } = site.meter;
      for (let ms = 50; ; ms = Math.min(maxPauseMs, ms * 2)) {
        await starts.startIfEnded('confirmation');
        const isLost = starts.isOver() || clock.now() > end;
        if (isLost) throw new InconclusiveError('no-answer', 'the service did not come back');
        if ((await ask()).answer !== undefined) return;
        await pause(ms);
      }
    },
    /**
     * Sends at least `count` requests during `ms` milliseconds, and returns the last one. Throws
     * `InconclusiveError('no-answer')` when one is not answered.
     */
    async requireAnswers(count: number, ms: number): Promise<Exchange> {
      for (let i = 1; ; i += 1) {
        const exchange = await ask();
        if (exchange.answer === undefined)
          throw new InconclusiveError('no-answer', `the service also stopped without it (exchange ${exchange.n})`);
        if (i >= count) return exchange;
        await pause(ms / count);
      }
    },
    /** Returns the second of two refused requests in a row; undefined when the service answers. */
    async findRefusal(): Promise<Exchange | undefined> {
      let isRefused = false;
      for (let i = 0; i < maxRefusalTries; i += 1) {
        const exchange = await ask();
        if (exchange.answer !== undefined) return undefined;
        if (isRefused && isUnreachable(exchange)) return exchange;
        isRefused = isUnreachable(exchange);
        await pause(refusalPauseMs);
      }
      return undefined;
    },
  };
}

type ServiceProbe = ReturnType<typeof createServiceProbe>;
