import { type Exchange, hasStatus, type Tools } from '#rule';
import { decideLegality } from './_action-legality.js';
import { findAction, type ItemState, performActions } from './_perform-actions.js';

/** An action that the state forbids, and its response. */
export interface ForbiddenStep {
  readonly name: string;
  readonly stop: ItemState;
  readonly asked: Exchange;
}

/** Performs the legal actions, and sends each forbidden one several times, until one succeeds. */
export async function performAndTryForbidden(
  tools: Tools,
  start: ItemState,
  steps: readonly string[],
  times: number,
): Promise<ForbiddenStep[]> {
  const performed: string[] = [];
  const tried: ForbiddenStep[] = [];
  let stop = start;
  for (const name of steps) {
    const action = findAction(tools, name);
    const standing = decideLegality(tools.collection, action, stop.state);
    if (standing === 'legal') stop = await performActions(tools, stop, [name]);
    if (standing === 'legal') performed.push(name);
    if (standing !== 'forbidden' || (performed.includes(name) && action.repeat === 'same')) continue;
    const answers = await repeatForbidden(tools, stop, name, times);
    const hasSucceeded = answers.some((asked) => hasStatus(asked, 2));
    // Another rule checks that a performed action is not performed again; this one checks the status of the refusal.
    if (!hasSucceeded || !performed.includes(name)) tried.push(...answers.map((asked) => ({ name, stop, asked })));
    if (hasSucceeded) return tried;
  }
  return tried;
}

/** Sends a forbidden action until it succeeds, at most `times` times. */
async function repeatForbidden(tools: Tools, { item }: ItemState, name: string, times: number): Promise<Exchange[]> {
  const answers: Exchange[] = [];
  while (answers.length < times && !answers.some((asked) => hasStatus(asked, 2)))
    answers.push(await tools.perform(item, findAction(tools, name)));
  return answers;
}
