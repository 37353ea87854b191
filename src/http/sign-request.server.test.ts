import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { issueWriteRecord } from './method-guard.js';
import { openTestClient, startOrigin } from './origin.fixture.js';

const record = issueWriteRecord(1);
const sign = (text: string): string => createHash('sha256').update(text).digest('hex');
const post = { record, method: 'POST', path: '/things?a=b', content: '{"a":1}', headers: { 'x-own': '1' } } as const;

describe('a signer', () => {
  test.each(['send', 'raw'] as const)(
    'adds fields to what is sent (%s), after it saw the whole request',
    async (way) => {
      const { url, arrived } = await startOrigin((_, response) => response.end());
      const callers = { full: { headers: { 'x-tenant': '7' }, query: { key: 'k' } } };
      const seen: object[] = [];
      const client = openTestClient(`${url}/v1`, {
        callers,
        signer: async (request) => {
          seen.push(request);
          return { 'X-Signature': sign(`${request.method} ${request.url} ${request.content}`) };
        },
      });
      await client[way](post);
      const target = '/v1/things?a=b&key=k';
      expect(seen).toMatchObject([
        {
          method: 'POST',
          url: `${url}${target}`,
          content: '{"a":1}',
          caller: 'full',
          headers: { 'x-tenant': '7', 'x-own': '1' },
        },
      ]);
      expect(arrived[0]).toMatchObject({ target, headers: { 'x-signature': sign(`POST ${url}${target} {"a":1}`) } });
    },
  );

  test('is not named in reports with its values', async () => {
    const { url } = await startOrigin((_, response) => response.end());
    const client = openTestClient(url, { signer: () => ({ authorization: 'Signature abc' }) });
    const exchange = await client.send({ method: 'GET', path: '/things' });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how what is hidden is shown
    expect(client.getRecord(exchange).request.headers.authorization).toBe('${signRequest}');
  });

  test.each(['none', 'invalid', 'expired'])('is not asked for a request as %s', async (as) => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const callers = { full: { headers: {}, query: {} }, [as]: { headers: {}, query: {} } };
    await openTestClient(url, { callers, signer: () => ({ 'x-signature': 's' }) }).send({
      method: 'GET',
      path: '/a',
      as,
    });
    expect(arrived[0]?.headers['x-signature']).toBeUndefined();
  });

  test.each(['send', 'raw', 'abort'] as const)('that fails keeps the request from being sent (%s)', async (way) => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const signer = () => {
      throw new Error('no key');
    };
    const { answer, silence } = await openTestClient(url, { signer })[way](post, 'whole');
    expect([answer, silence, arrived]).toEqual([undefined, 'not sent: hooks.signRequest failed: no key', []]);
  });
});
