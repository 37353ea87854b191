import { describe, expect, it, test } from 'vitest';
import { checkBaseUrl, isLoopback, isSameHost, isSameOrigin } from './base-url.js';

describe('checkBaseUrl', () => {
  it.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['https://api.example.com/v1//', 'https://api.example.com/v1'],
    ['HTTPS://API.example.com', 'https://api.example.com'],
    ['http://[::1]:8080/api', 'http://[::1]:8080/api'],
  ])('accepts %s as %s', (text, url) => expect(checkBaseUrl(text)).toEqual({ url }));

  it.each([
    ['localhost:3000', 'has no scheme; did you mean http://localhost:3000?'],
    ['127.0.0.1:80/api', 'has no scheme; did you mean http://127.0.0.1:80/api?'],
    ['::1', 'has no scheme; did you mean http://[::1]?'],
    ['::1:3000/api', 'has no scheme; did you mean http://[::1]:3000/api?'],
    ['2001:db8::7', 'has no scheme; did you mean https://[2001:db8::7]?'],
    ['[::1]:3000', 'has no scheme; did you mean http://[::1]:3000?'],
    ['api.example.com', 'has no scheme; did you mean https://api.example.com?'],
    ['http:/127.0.0.1:3000', 'is not a URL; did you mean http://127.0.0.1:3000?'],
    ['https//api.example.com/v1', 'is not a URL; did you mean https://api.example.com/v1?'],
    ['http/a?q=hush', 'has no scheme; write it like'],
    ['http://127.0.0.1:99999/v1', 'has the port 99999; the highest port is 65535'],
    ['http://[::1]:65536', 'has the port 65536; the highest port is 65535'],
    ['http://localhost:PORT', 'is not a URL; write it like'],
    ['', 'has no scheme; write it like https://api.example.com/v1'],
    ['not a url', 'has no scheme; write it like https://api.example.com/v1'],
    ['http://', 'is not a URL; write it like https://api.example.com/v1'],
    ['ftp://example.com', 'has the scheme ftp; only http and https can be tested'],
    ['http://x/?', 'contains a query'],
    ['http://x/?key=hush', 'contains a query'],
    ['http://x/#top', 'contains a fragment'],
    ['http://me:hush@x/', 'contains credentials, which would be written to reports; use auth.credentials or --header'],
  ])('refuses %j, saying: %s', (text, trouble) => {
    const checked = checkBaseUrl(text);
    expect('problem' in checked && checked.problem).toContain(trouble);
    expect(JSON.stringify(checked)).not.toContain('hush');
  });
});

describe('isLoopback', () => {
  it.each([
    ['http://localhost', true],
    ['http://127.0.0.1:3000', true],
    ['http://127.8.9.1', true],
    ['http://[::1]:1', true],
    ['http://localhost.example.com', false],
    ['http://127.example.com', false],
    ['http://128.0.0.1', false],
    ['http://10.0.0.1', false],
    ['http://localhost.', true],
    ['http://LOCALHOST', true],
    ['http://api.localhost:3000', true],
    ['http://127.1', true],
    ['http://2130706433', true],
    ['http://0x7f.1', true],
    ['http://[::ffff:127.0.0.1]', true],
    ['http://[0:0:0:0:0:0:0:1]', true],
    ['http://[::ffff:10.0.0.1]', false],
    ['http://[::ffff:7e00:1]', false],
    ['http://0.0.0.0', false],
    ['http://[::]', false],
    ['http://notlocalhost', false],
    ['http://localhost.local', false],
    ['http://127.0.0.1.nip.io', false],
    ['http://api', false],
    ['http://host.docker.internal', false],
    ['http://172.17.0.1', false],
    ['http://192.168.1.2', false],
    ['http://169.254.169.254', false],
  ])('%s: %s', (url, is) => expect(isLoopback(url)).toBe(is));

  it('treats all names of loopback as one host', () => {
    expect(isSameHost('http://localhost:1', 'http://127.0.0.1:2/x')).toBe(true);
    expect(isSameHost('https://a.example', 'https://a.example:8443')).toBe(true);
    expect(isSameHost('https://a.example', 'https://b.example')).toBe(false);
  });
});

test.each<[string, string, boolean]>([
  ['http://localhost:80/x', 'http://127.0.0.1', true],
  ['http://localhost:1', 'http://127.0.0.1:2', false],
  ['http://a.example', 'https://a.example', false],
  ['https://a.example/x', 'https://a.example:443', true],
])('%s and %s', (one, other, is) => {
  expect(isSameOrigin(one, other)).toBe(is);
});
