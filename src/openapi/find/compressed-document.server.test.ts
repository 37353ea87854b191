import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createDeclaredService, createDocument, createGet } from '../../../test/support/scripted-service.fixture.js';
import { openTestClient, startOrigin } from '../../http/origin.fixture.js';
import type { TapedExchange } from '../../http/tape.js';
import type { GotRecord } from '../../model/recorded-exchange.js';
import { findDocument } from './find-document.js';

const text = JSON.stringify(createDocument({ '/pets': createGet({ type: 'object' }) }));

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)('a document may be compressed with %s; the tape has its text and its coding', async (coding, encode) => {
  const { url } = await startOrigin((request, response) => {
    const isAccepted = String(request.headers['accept-encoding']).split(', ').includes(coding);
    if (request.url !== '/openapi.json') response.writeHead(404).end();
    else if (!isAccepted) response.writeHead(200).end(text);
    else response.writeHead(200, { 'content-encoding': coding, vary: 'Accept-Encoding' }).end(encode(text));
  });
  const recorded: GotRecord[] = [];
  const tape = {
    sent() {},
    close() {},
    ended: ({ end }: TapedExchange) => void recorded.push(...(end?.answer ? [end.answer] : [])),
  };
  const found = await findDocument(createDeclaredService(url), openTestClient(url, { tape }));
  expect(found?.document).toEqual(JSON.parse(text));
  const read = recorded.find(({ headers }) => headers['content-encoding'] === coding);
  expect(read?.content).toBe(text);
});

test('everything else asks for content without a coding, so that lengths and entity tags can be compared', async () => {
  const asked: unknown[] = [];
  const { url } = await startOrigin((request, response) => {
    asked.push(request.headers['accept-encoding']);
    response.end();
  });
  const client = openTestClient(url);
  await client.send({ method: 'GET', path: '/pets' });
  await client.raw({ method: 'HEAD', path: '/pets' });
  expect(asked).toEqual(['identity', 'identity']);
});
