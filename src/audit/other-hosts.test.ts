import { describe, expect, test } from 'vitest';
import type { TapedExchange } from '../http/tape.js';
import type { Json } from '../model/json.js';
import { watchHosts } from './other-hosts.js';

const listSigns = (headers: Readonly<Record<string, string>>, document?: Json): string[] => {
  const hosts = watchHosts();
  hosts.onEnd({ end: { ms: 1, answer: { status: 200, headers } } } as unknown as TapedExchange);
  return hosts.listSigns(document);
};

describe('a service behind a port-forward', () => {
  test.each<[string, Readonly<Record<string, string>>, Json | undefined]>([
    ['a Via field that names api.shop.io', { via: '1.1 localhost, 1.1 api.shop.io (nginx)' }, undefined],
    ['the field cf-ray', { 'cf-ray': '7d0' }, undefined],
    ['the field Server: CloudFront', { server: 'CloudFront' }, undefined],
    ['the server https://api.shop.io/v1', {}, { servers: [{ url: 'https://api.shop.io/v1' }] }],
  ])('is known by %s', (sign, headers, document) => {
    expect(listSigns(headers, document)).toEqual([expect.stringContaining(sign)]);
  });

  test.each<[string, Readonly<Record<string, string>>, Json | undefined]>([
    ['pseudonyms in Via', { via: '1.1 varnish, 1.0 localhost:8080' }, undefined],
    ['a usual server', { server: 'nginx/1.25' }, undefined],
    ['a relative server', {}, { servers: [{ url: '/v1' }] }],
    [
      'this machine among the servers',
      {},
      { servers: [{ url: 'https://api.shop.io' }, { url: 'http://localhost:3000' }] },
    ],
    ['names for examples', {}, { servers: [{ url: 'https://api.example.com' }, { url: 'https://{region}.shop.io' }] }],
  ])('is not assumed for %s', (_, headers, document) => {
    expect(listSigns(headers, document)).toEqual([]);
  });
});
