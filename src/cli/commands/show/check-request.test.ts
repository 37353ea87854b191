import { expect, test } from 'vitest';
import { checkRequest } from './check-request.js';

const served = { host: '127.0.0.1:4000', token: 'the-token' };
const check = (method: string, url: string, headers: object = {}) =>
  checkRequest({ method, url, headers: { host: served.host, ...headers } }, served);

test.each([
  ['GET', '/the-token/', 'report', Number.NaN],
  ['HEAD', '/the-token/live', 'live', Number.NaN],
  ['GET', '/the-token/replay/12?a', 'replay', 12],
  ['POST', '/the-token/replay/1', 'replay', 1],
])('%s %s is answered', (method, url, page, number) => {
  expect(check(method, url, { origin: 'http://127.0.0.1:4000' })).toEqual({ page, number });
});

test.each([
  ['another token', 404, 'GET', '/the-tokem/', {}],
  ['no token', 404, 'GET', '/', {}],
  ['the token without the page', 404, 'GET', '/the-token', {}],
  ['the token as a parameter', 404, 'GET', '/?/the-token/', {}],
  ['an unknown page', 404, 'GET', '/the-token/replay/0', {}],
  ['an absolute URL', 404, 'GET', 'http://127.0.0.1:4000/the-token/', {}],
  ['the name of another host', 403, 'GET', '/the-token/', { host: 'shop.example:4000' }],
  ['another port', 403, 'GET', '/the-token/', { host: '127.0.0.1:4001' }],
  ['no host', 403, 'GET', '/the-token/', { host: undefined }],
  ['another origin', 403, 'POST', '/the-token/replay/1', { origin: 'http://shop.example' }],
  ['a hidden origin', 403, 'POST', '/the-token/replay/1', { origin: 'null' }],
  ['a POST of a page', 405, 'POST', '/the-token/', {}],
  ['another method', 405, 'DELETE', '/the-token/replay/1', {}],
])('%s is refused with %i', (_, refused, method, url, headers) => {
  expect(check(method, url, headers).refused).toBe(refused);
});
