import { type Exchange, hasStatus, type Tools } from '#rule';
import { actionCalled, go, type Stop } from './_go.js';
import { standingOf } from './_life.js';

/** An action that the state forbids, and its response. */
export interface Step {
  readonly name: string;
  readonly stop: Stop;
  readonly asked: Exchange;
}

/** Performs the legal actions, and sends each forbidden one several times, until one succeeds. */
export async function walk(tools: Tools, start: Stop, steps: readonly string[], times: number): Promise<Step[]> {
  const performed: string[] = [];
  const tried: Step[] = [];
  let stop = start;
  for (const name of steps) {
    const action = actionCalled(tools, name);
    const standing = standingOf(tools.collection, action, stop.state);
    if (standing === 'legal') stop = await go(tools, stop, [name]);
    if (standing === 'legal') performed.push(name);
    if (standing !== 'forbidden' || (performed.includes(name) && action.repeat === 'same')) continue;
    const answers = await tryOut(tools, stop, name, times);
    const hasSucceeded = answers.some((asked) => hasStatus(asked, 2));
    // Another rule checks that a performed action is not performed again; this one checks the status of the refusal.
    if (!hasSucceeded || !performed.includes(name)) tried.push(...answers.map((asked) => ({ name, stop, asked })));
    if (hasSucceeded) return tried;
  }
  return tried;
}

/** Sends a forbidden action until it succeeds, at most `times` times. */
async function tryOut(tools: Tools, { item }: Stop, name: string, times: number): Promise<Exchange[]> {
  const answers: Exchange[] = [];
  while (answers.length < times && !answers.some((asked) => hasStatus(asked, 2)))
    answers.push(await tools.perform(item, actionCalled(tools, name)));
  return answers;
}
