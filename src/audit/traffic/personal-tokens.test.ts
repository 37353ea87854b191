import { expect, test } from 'vitest';
import { createPersonalTokens } from './personal-tokens.js';

test('gives each personal value one token, wherever it is', () => {
  const { learn, replace } = createPersonalTokens();
  const shown = {
    content: JSON.stringify({
      email: 'ada@example.org',
      lastName: 'Lovelace',
      phone: '+44 20 7946 0958',
      title: 'Miller',
    }),
    url: 'http://x/users?mail=ada%40example.org&q=lovelace',
    cut: '{"firstName":"Ada-Marie","street":"Main Street 7","city":"Lon',
    why: 'Lovelace (ada@example.org) differs',
  };
  learn(shown);
  expect(replace(shown)).toEqual({
    content: JSON.stringify({ email: 'mail#1', lastName: 'name#1', phone: 'phone#1', title: 'Miller' }),
    url: 'http://x/users?mail=mail#1&q=name#1',
    cut: '{"firstName":"name#2","street":"street#1","city":"Lon',
    why: 'name#1 (mail#1) differs',
  });
});

test('keeps values that only have such a name, or only such a shape', () => {
  const { replace } = createPersonalTokens();
  const plain = { lastName: '42', mobile: 'yes', address: 'here', name: 'Widget', code: '+44 20 7946 0958' };
  expect(replace(plain)).toEqual(plain);
});
