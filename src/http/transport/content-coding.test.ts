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

  it('the response to HEAD is not decoded', () => {
    expect(decodeContent({ 'content-encoding': 'gzip' }, Buffer.alloc(0), 1000)).toEqual(Buffer.alloc(0));
  });
});
