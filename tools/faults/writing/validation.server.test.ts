import { expect, test } from 'vitest';
import type { Json } from '../../../src/demo/service/http/json.js';
import { startDemo } from '../../../src/demo/start-demo.js';
import { createRawClient, type RawClient } from '../../../test/support/raw-client.js';
import { allFaults } from '../all-faults.js';
import { validationFaults } from './validation.js';

const order = { customer: 'Ada', quantity: 3 };
const digits = '98765432109876543210';
const odd = { 'content-type': 'application/vnd.assay.unheard-of' };

const pathOf = async (ask: RawClient) => `/orders/${(await ask('POST', '/orders', order)).body.id}`;
const post = async (ask: RawClient, content: Json) => (await ask('POST', '/orders', content)).status;
const put = async (ask: RawClient, content: Json) => ask('PUT', await pathOf(ask), content);
const patch = async (ask: RawClient, content: Json, headers = {}) => ask('PATCH', await pathOf(ask), content, headers);

/** The smallest exchange that shows each fault. */
const showings: Readonly<Record<string, (ask: RawClient) => Promise<boolean>>> = {
  'malformed-patch-answers-500': async (ask) => (await patch(ask, '{')).status === 500,
  'empty-content-answers-500': async (ask) => (await post(ask, '')) === 500,
  'null-character-answers-500': async (ask) => (await post(ask, { ...order, note: 'a\u0000' })) === 500,
  'null-character-in-a-street-answers-500': async (ask) =>
    (await patch(ask, { address: { street: 'a\u0000', city: 'b', zip: '12345' } })).status === 500,
  'price-over-all-limits-answers-500': async (ask) =>
    (await post(ask, '{"customer":"Ada","quantity":1,"price":1e400}')) === 500,
  'deep-nesting-answers-500': async (ask) => (await post(ask, `${'['.repeat(101)}${']'.repeat(101)}`)) === 500,
  'wrong-type-of-tags-answers-500': async (ask) => (await post(ask, { ...order, tags: 'gift' })) === 500,
  'id-of-twenty-digits-answers-500': async (ask) => (await ask('GET', `/orders/${digits}`)).status === 500,
  'delete-of-an-id-with-quotes-answers-500': async (ask) => (await ask('DELETE', '/orders/%27a')).status === 500,
  'patch-of-an-id-of-twenty-digits-answers-500': async (ask) =>
    (await ask('PATCH', `/orders/${digits}`, {})).status === 500,
  'repeated-parameter-answers-500': async (ask) => (await ask('GET', '/orders?a=1&a=2')).status === 500,
  'parameter-without-a-name-answers-500': async (ask) => (await ask('GET', '/orders?=1')).status === 500,
  'malformed-post-answers-422': async (ask) => (await post(ask, '{')) === 422,
  'malformed-put-answers-422': async (ask) => (await put(ask, '{')).status === 422,
  'truncated-post-answers-201': async (ask) => (await post(ask, '{"customer":"Ada"')) === 201,
  'meaningless-order-answers-400': async (ask) => (await post(ask, { ...order, customer: 'unknown customer' })) === 400,
  'contradicting-tags-are-accepted': async (ask) =>
    (await post(ask, { ...order, tags: ['as a gift', 'not as a gift'] })) === 201,
  'priority-accepts-any-value': async (ask) => (await post(ask, { ...order, priority: 'none' })) === 201,
  'quantity-accepts-maximum-plus-one': async (ask) => (await post(ask, { ...order, quantity: 1001 })) === 201,
  'third-refused-post-is-accepted': async (ask) => {
    const answers = [await post(ask, {}), await post(ask, {}), await post(ask, {})];
    return answers.join() === '422,422,201';
  },
  'second-refused-put-answers-200': async (ask) => {
    const path = await pathOf(ask);
    return (await ask('PUT', path, {})).status === 422 && (await ask('PUT', path, {})).status === 200;
  },
  'content-that-is-no-object-answers-460': async (ask) => (await post(ask, '42')) === 460,
  'delete-of-an-unknown-order-answers-470': async (ask) => (await ask('DELETE', '/orders/unknown')).status === 470,
  'missing-order-has-another-status-in-the-body': async (ask) =>
    (await ask('GET', '/orders/unknown')).body.status === 400,
  'refusal-has-its-status-as-text': async (ask) => (await ask('POST', '/orders', {})).body.status === '422',
  'missing-order-has-another-error-shape': async (ask) =>
    (await ask('GET', '/orders/unknown')).body.error !== undefined,
  'malformed-content-answers-with-html': async (ask) => (await ask('POST', '/orders', '{')).text.startsWith('<!'),
  'method-not-allowed-answers-404': async (ask) => (await ask('POST', await pathOf(ask), {})).status === 404,
  'method-not-allowed-of-the-list-lacks-allow': async (ask) => {
    const reply = await ask('DELETE', '/orders');
    return reply.status === 405 && reply.headers.allow === undefined;
  },
  'unknown-method-answers-204': async (ask) => (await ask('PROPFIND', await pathOf(ask))).status === 204,
  'unknown-method-of-the-list-answers-200': async (ask) => (await ask('PROPFIND', '/orders')).status === 200,
  'unknown-media-type-answers-400': async (ask) => (await ask('POST', '/orders', order, odd)).status === 400,
  'unknown-media-type-of-patch-answers-422': async (ask) => (await patch(ask, {}, odd)).status === 422,
  'refusal-shows-a-stack-trace': async (ask) => (await ask('POST', '/orders', {})).body.trace !== undefined,
  'malformed-put-shows-a-database-message': async (ask) => (await put(ask, '{')).text.includes('syntax error'),
};

test('every fault of validation is tested', () => {
  expect(Object.keys(showings)).toEqual(validationFaults.map(({ name }) => name));
});

test.each(Object.entries(showings))(
  '%s has its effect, and the service without a fault does not show it',
  async (fault, shows) => {
    const broken = await startDemo({ faults: allFaults, fault });
    const correct = await startDemo();
    const seen = [await shows(createRawClient(broken.url)), await shows(createRawClient(correct.url))];
    await Promise.all([broken.close(), correct.close()]);
    expect(seen).toEqual([true, false]);
  },
);
