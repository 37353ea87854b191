import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeContent } from './content-coding.js';

const text = Buffer.from('{"id": 1}');

describe('content codings', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
    ['identity', text],
    ['', text],
  ])('%s is decoded', (coding, content) => {
    expect(String(decodeContent({ 'content-encoding': coding }, content, 1000))).toBe(String(text));
  });

  it.each([
    ['an unknown coding', 'odd', text, 'content in the unsupported coding odd'],
    ['one that is not there', 'gzip', text, 'content that is not valid gzip'],
    ['a bomb', 'gzip', gzipSync(Buffer.alloc(5000)), 'content longer than 1000 octets'],
  ])('%s is reported', (_, coding, content, why) => {
    expect(decodeContent({ 'content-encoding': coding }, content, 1000)).toContain(why);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('a part of content in %s is decoded as far as it goes', (coding, encode) => {
    const whole = Array.from({ length: 4_000 }, (_, i) => `${i * 7919}`).join();
    const part = encode(Buffer.from(whole)).subarray(0, 4_000);
    const headers = { 'content-encoding': coding };
    const decoded = String(decodeContent(headers, part, 1_000_000, true));
    expect(decoded.length).toBeGreaterThan(1_000);
    expect(whole.startsWith(decoded)).toBe(true);
    expect(decodeContent(headers, part, 1_000_000)).toContain(`content that is not valid ${coding}`);
  });

  it('the response to HEAD is not decoded', () => {
    expect(decodeContent({ 'content-encoding': 'gzip' }, Buffer.alloc(0), 1000)).toEqual(Buffer.alloc(0));
  });
});
