import { expect, test } from 'vitest';
import { createRequestReader, type WireRequest } from './record-requests.js';

function read(...parts: string[]): string[] {
  const found: WireRequest[] = [];
  const reader = createRequestReader((request) => found.push(request));
  for (const part of parts) reader(part);
  return found.map(({ method, path }) => `${method} ${path}`);
}

test('finds each request of a connection once, however it arrives', () => {
  const text = 'PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}GET /b?c=d HTTP/1.1\r\nHost: x\r\n\r\n';
  expect(read(text)).toEqual(['PUT /a', 'GET /b?c=d']);
  expect(read(...text)).toEqual(['PUT /a', 'GET /b?c=d']);
});

test('finds methods that a service may not know', () => {
  expect(read('M-SEARCH * HTTP/1.1\r\n\r\n', 'XYZZY /a HTTP/1.0\r\n\r\n')).toEqual(['M-SEARCH *', 'XYZZY /a']);
});
