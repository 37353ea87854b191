import { expect, test } from 'vitest';
import { replayPath } from './try-cases.js';

/** Which paths were drawn from, where the case of the path is violated or not. */
async function drawnFrom(path: string | undefined, isViolated: boolean): Promise<(string | undefined)[]> {
  const drawn: (string | undefined)[] = [];
  const draw = async (from?: string) => {
    drawn.push(from);
    if (from === '9:9') throw new Error('the path leads nowhere');
    return 'what came of it';
  };
  await replayPath(path, draw, () => isViolated);
  return drawn;
}

test.each<[string, string | undefined, boolean, (string | undefined)[]]>([
  ['without a path all cases are drawn', undefined, false, [undefined]],
  ['a path leads to its case, and that is enough where it is violated', '0:0', true, ['0:0']],
  ['where it is not, one case says nothing of the others', '0:0', false, ['0:0', undefined]],
  ['nor does a path that leads nowhere', '9:9', true, ['9:9', undefined]],
])('%s', async (_, path, isViolated, drawn) => {
  expect(await drawnFrom(path, isViolated)).toEqual(drawn);
});
