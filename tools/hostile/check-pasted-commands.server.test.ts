import { expect, test } from 'vitest';
import { checkPastedCommands } from './check-pasted-commands.js';

test('curl commands that a shell takes as they are have no problems', async () => {
  expect(await checkPastedCommands([])).toEqual([]);
  expect(await checkPastedCommands(["curl -sS 'http://host/a b'", "curl -sS -X POST 'http://host/'"])).toEqual([]);
});

test.each([
  ['a second line', "curl -sS 'http://host/\n'", 'several lines'],
  ['another command', 'curl -sS a; touch written', 'curl commands wrote written'],
  ['a command in the address', 'curl -sS "$(curl -sS b)"', 'called curl 2 times'],
  ['an open quote', "curl -sS 'http://host/", 'no shell accepts'],
  ['a character that steers the terminal', "curl -sS 'http://host/\u202e'", 'a curl command shows'],
])('%s is a problem', async (_, line, problem) => {
  expect((await checkPastedCommands([line])).join('; ')).toContain(problem);
});
