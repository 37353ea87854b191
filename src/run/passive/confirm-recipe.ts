import { isSafeMethod } from '../../http/method-guard.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { isObject } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import { InconclusiveError } from '../../rule/finding.js';
import { checkExchange, type PassiveCheck, type PassiveContext } from '../../rule/passive-check.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { retrySetup } from '../trial/retry-setup.js';
import type { Recipe } from './recipe.js';
import { sendAmongOthers } from './send-among-others.js';
import { type BodyMode, type RecipeAttempt, type RecipeContext, sendControl, sendRecipe } from './send-recipe.js';

export interface Confirming extends RecipeContext {
  readonly check: PassiveCheck;
  readonly passive: PassiveContext;
  /** The share of all requests of the run that failed, deterministic failures included. */
  readonly failureRate: number;
}

/** A request that showed the flaw each time. */
export interface ConfirmedRecipe {
  readonly recipe: Recipe;
  readonly mode: BodyMode;
  readonly flaw: string;
  readonly times: number;
  readonly attempt: RecipeAttempt;
  readonly controls: readonly number[];
}

/** Chance that a healthy service behind an unreliable gateway fails in all repetitions of one request. */
const acceptedChance = 1e-6;
/** Least and most repetitions, and the least failure rate that is assumed. */
const [minTimes, maxTimes] = [4, 12];
const assumedRate = 0.02;
/** Repetitions of a flaw that one response proves. */
const plainTimes = 2;
/** Repetitions of what a request does to other items: each time, other clients could have done it. */
const timesAmongOthers = 5;
const maxControlTries = 3;
/** Further tries of a repetition that a gateway answered. */
const maxGatewayTries = 3;

/**
 * Repeats a request alone and returns it if it shows the flaw each time; undefined otherwise. Where only a repeated
 * failure counts, a request that must succeed is sent before each repetition. Throws InconclusiveError.
 */
export async function confirmRecipe(recipe: Recipe, confirming: Confirming, confirm = confirmInMode) {
  for (const mode of listModes(recipe, confirming.check)) {
    const confirmed = await confirm(recipe, mode, confirming);
    if (confirmed !== undefined) return confirmed;
  }
  return undefined;
}

/** The same in one mode. */
export async function confirmInMode(
  recipe: Recipe,
  mode: BodyMode,
  confirming: Confirming,
): Promise<ConfirmedRecipe | undefined> {
  const { check, failureRate } = confirming;
  const times = chooseTimes(check, failureRate);
  const requireRunning = createStopGuard(confirming);
  const controls: number[] = [];
  let last: { attempt: RecipeAttempt; flaw: string } | undefined;
  for (let i = 0; i < times; i += 1) {
    if (check.isOnlyIfRepeated) {
      const control = await requireRunning(() => requestControl(recipe, confirming));
      if (control === undefined)
        throw new InconclusiveError('no-answer', 'no request that must succeed succeeded beside it');
      controls.push(control.n);
    }
    last = await requireRunning(() => tryOnce(recipe, mode, confirming));
    if (last === undefined) return undefined;
  }
  return last && { recipe, mode, ...last, times, controls };
}

/** Repeats a request a few times, quickly, for shrinking. */
export async function isStillFlawed(recipe: Recipe, mode: BodyMode, confirming: Confirming): Promise<boolean> {
  const times = confirming.check.isOnlyIfRepeated ? computeTimes(confirming.failureRate, quickChance, 1) : 1;
  // After several failed creations in a row, the run creates nothing more.
  const isCreation = recipe.on === 'collection' && recipe.request.method === 'POST';
  const requireRunning = createStopGuard(confirming);
  for (let i = 0; i < times; i += 1) {
    if (isCreation && (await requireRunning(() => requestControl(recipe, confirming))) === undefined) return false;
    if ((await requireRunning(() => tryOnce(recipe, mode, confirming))) === undefined) return false;
  }
  return true;
}

function chooseTimes({ isOnlyIfRepeated, isAboutOthers }: PassiveCheck, failureRate: number): number {
  if (isOnlyIfRepeated) return computeTimes(failureRate, acceptedChance);
  return isAboutOthers ? timesAmongOthers : plainTimes;
}

const quickChance = 1e-2;

/**
 * Creates a function that throws `InconclusiveError('no-answer')` when the service stopped since: a request that stops it is
 * repeated by the rule about that alone, as few times as possible.
 */
function createStopGuard({ site: { meter } }: Confirming) {
  const before = meter.outages.countOutages();
  return async <T>(go: () => Promise<T>): Promise<T> => {
    const result = await go();
    if (meter.outages.countOutages() > before)
      throw new InconclusiveError('no-answer', 'the service stopped meanwhile');
    return result;
  };
}

async function tryOnce(recipe: Recipe, mode: BodyMode, confirming: Confirming) {
  const { ledger, site } = confirming;
  const isKept = site.model.collections.find(({ name }) => name === recipe.collection)?.remove === undefined;
  const send = async (...of: Parameters<typeof sendRecipe>) => {
    const sent = await (recipe.among === undefined ? sendRecipe : sendAmongOthers)(...of);
    // The next repetition can use an item that cannot be removed.
    if (isKept) await cleanUp(ledger, site);
    return sent;
  };
  let attempt = await retrySetup(() => send(recipe, confirming, mode));
  // What a gateway answers by chance says nothing about the request.
  for (let i = 0; i < maxGatewayTries && hasStatus(attempt.exchange, 502, 503, 504); i += 1)
    attempt = await retrySetup(() => send(recipe, confirming, mode));
  const flaw = findFlaw(attempt, recipe, confirming);
  return flaw === undefined ? undefined : { attempt, flaw };
}

export function findFlaw(
  { exchange, effect, outside }: Pick<RecipeAttempt, 'exchange' | 'effect' | 'outside'>,
  { request }: Recipe,
  { check, passive }: Confirming,
): string | undefined {
  const { fields, as, text, body } = request;
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const observed: ObservedExchange = {
    ...exchange,
    fields,
    content,
    ...(as !== undefined && { as }),
    ...(effect && { effect }),
    ...(outside && { outside }),
  };
  return checkExchange(check, observed, passive) ?? undefined;
}

/** A control may fail by chance behind an unreliable gateway. */
async function requestControl(recipe: Recipe, confirming: Confirming): Promise<Exchange | undefined> {
  for (let i = 0; i < maxControlTries; i += 1) {
    const control = await retrySetup(() => sendControl(recipe, confirming));
    if (control === undefined || hasStatus(control, 2)) return control;
  }
  return undefined;
}

/** The number of repetitions after which failures by chance are this unlikely. */
function computeTimes(rate: number, chance: number, least = minTimes): number {
  const needed = Math.ceil(Math.log(chance) / Math.log(Math.min(0.9, Math.max(assumedRate, rate))));
  return Math.min(maxTimes, Math.max(least, needed));
}

/** A body that was not stored can be sent again as it is; otherwise its unique values may be taken. */
const listModes = ({ request: { method, body } }: Recipe, { isAboutEffects }: PassiveCheck): BodyMode[] => {
  if (isSafeMethod(method) || !isObject(body)) return ['same'];
  // An effect is recognised by its marker, which must be new.
  return isAboutEffects === true ? ['renewed'] : ['same', 'renewed'];
};
