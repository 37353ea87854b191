import { compare, definePassiveRule, type JsonObject } from '#rule';
import { errorFrom, weighSignals } from './_shared/error-signals.js';
import { showsRequestedItem } from './_shared/error-words.js';

/** Successes without content, or with a part of it. */
const partial = new Set([202, 204, 205, 206, 207]);

/** Members that are missing add to the weight, as soon as they are known. */
const suspectFrom = errorFrom - 2;

/**
 * The successes of the same operation are the control: logs, jobs, tickets and checks have errors in their bodies, and have
 * the same members when nothing went wrong. Only a body that lacks these members, and names an error in their place, counts.
 */
export default definePassiveRule({
  clause: 'ERR-02',
  title: 'No success has an error in place of its usual members',
  otherwise: 'A success has an error in place of its usual members',
  observes: {
    readsContent: true,
    statuses: [2],
    concerns: ({ answer }) => !partial.has(answer?.status ?? 0),
    findFlaw(exchange, { listUsualMembers }) {
      const { answer, method, path } = exchange;
      if (answer === undefined || !compare.isObject(answer.json)) return undefined;
      // Before the end of the run, nothing is known about other responses: such a body stays suspect.
      const goodMembers = listUsualMembers?.(exchange);
      if (goodMembers !== undefined && !isUnusual(answer.json, goodMembers)) return undefined;
      const weigh = (hasIdentity: boolean) => weighSignals(answer, { hasIdentity, goodMembers: goodMembers ?? [] });
      const least = goodMembers === undefined ? suspectFrom : errorFrom;
      // An item that is shown only takes from the weight, and is looked for where there is any.
      if (weigh(false).weight < least) return undefined;
      const { weight, signals } = weigh(showsRequestedItem(exchange));
      if (weight < least) return undefined;
      const because = signals.filter((signal) => signal.weight > 0).map((signal) => signal.because);
      return `${method} ${path.split('?')[0]} returned ${answer.status}, and ${because.join('; ')}`;
    },
    expected: 'a status from 400 to 599 for an error',
    sharedClauses: ['ERR-01', 'ERR-03'],
  },
  silentIn: ['error-member', 'time-in-the-body', 'request-id-in-the-body', 'pagination-offset'],
});

/** Whether most members are missing that successes of this operation usually have. */
function isUnusual(json: JsonObject, usual: readonly string[]): boolean {
  const shared = usual.filter((name) => Object.hasOwn(json, name)).length;
  return usual.length > 0 && shared * 3 < usual.length;
}
