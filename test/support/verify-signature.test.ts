import { expect, test } from 'vitest';
import { isSigned } from './verify-signature.js';

/** The example of the documentation of Amazon S3, "Authenticating Requests", GET Object. */
const example = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
};
const keys = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' };

test('computes the signature of a published example', () => {
  expect(isSigned(example, keys)).toBe(true);
});

test.each([
  ['another secret', example, { ...keys, secret: 'other' }],
  ['another path', { ...example, url: '/other.txt' }, keys],
  ['a field that is not signed', { ...example, headers: { ...example.headers, 'x-amz-acl': 'private' } }, keys],
  ['no signature', { ...example, headers: { ...example.headers, authorization: undefined } }, keys],
])('refuses %s', (_, request, used) => {
  expect(isSigned(request, used)).toBe(false);
});
