import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createOffer, createValue, type Draft } from '../../../init/draft-passage.js';
import { writeYamlProfile } from '../../../init/write/write-profile.js';
import { ProfileError } from '../../../model/profile/profile-error.js';
import { askKeys, requireTerminal } from './ask-keys.js';

const draft: Draft = {
  remarks: [],
  draftValues: [
    createValue(['baseUrl'], 'http://127.0.0.1:1'),
    createOffer(['auth', 'credentials', 'full'], { token: 'a' }, 'has all rights', 9),
    createOffer(['rateLimit'], { limit: 100 }, 'tested with floods', 1),
  ],
  resources: [
    {
      key: 'collection',
      servicePath: '/orders',
      remarks: [],
      draftValues: [
        createValue(['collection'], '/orders'),
        createOffer(['pagination', 'maxSize'], 50, 'the largest page', 3),
        createOffer(['title'], 'Orders', 'no check needs it', 0),
      ],
      actions: [],
    },
  ],
};

/** Answers each question with the next line, and returns the profile and what was shown. */
async function answer(lines: readonly string[], isWrong: (text: string) => boolean = () => false) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  let next = 0;
  output.on('data', (chunk) => {
    shown += chunk;
    if (!String(chunk).includes('value (')) return;
    const line = lines[next];
    next += 1;
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  const check = async (one: Draft) => {
    if (isWrong(writeYamlProfile(one).text))
      throw new ProfileError([{ file: '.trial.yaml', line: 3, column: 7, message: 'expected a number' }]);
  };
  const answered = await askKeys({ draft, open: writeYamlProfile(draft).open, check, input, output });
  return { text: answered && writeYamlProfile(answered).text, shown };
}

test('what enables most checks is asked for first, and no credential is', async () => {
  const { shown, text } = await answer(['', '']);
  expect(shown.match(/\d of 2\n {2}\S+/g)).toEqual([
    '1 of 2\n  resources[0].pagination.maxSize:',
    '2 of 2\n  rateLimit:',
  ]);
  expect(text).toBe(writeYamlProfile(draft).text);
});

test('answers are declared: a value, or what is suggested', async () => {
  const { text } = await answer(['20', 'y']);
  expect(text).toMatch(/^ {6}maxSize: 20 {2}#: answered$/m);
  expect(text).toMatch(/^rateLimit: .*100/m);
});

test('an answer that is no value is asked for again, with the reason and no place', async () => {
  const { text, shown } = await answer(['[1', 'many', '20'], (written) => written.includes('many'));
  expect(shown).toContain('this is no value: ');
  expect(shown).toContain('    expected a number\n');
  expect(shown).not.toContain('.trial.yaml');
  expect(text).toMatch(/maxSize: 20/);
});

test('what was answered before the input ends stays', async () => {
  expect((await answer(['20'])).text).toMatch(/maxSize: 20/);
});

test('nothing is asked where there is no terminal', () => {
  expect(() => requireTerminal({ input: new PassThrough(), output: new PassThrough() })).toThrow('there is none');
});
