import { describe, expect, test } from 'vitest';
import { formatStoreAddress, isStoreAddress, parseStoreAddress, readStoreSettings } from './store-location.js';

describe('addresses', () => {
  test.each([
    ['s3://audits', { bucket: 'audits', prefix: '' }, 's3://audits'],
    ['s3://audits/', { bucket: 'audits', prefix: '' }, 's3://audits'],
    [
      's3://audits.example/team-a/2026/',
      { bucket: 'audits.example', prefix: 'team-a/2026' },
      's3://audits.example/team-a/2026',
    ],
  ])('%s', (text, address, formatted) => {
    expect(isStoreAddress(text)).toBe(true);
    expect(parseStoreAddress(text)).toEqual(address);
    expect(formatStoreAddress(address)).toBe(formatted);
  });

  test.each(['fleet-reports', './a/b', '/srv/x', 'C:\\reports'])('%s is a folder', (text) => {
    expect(isStoreAddress(text)).toBe(false);
  });

  test.each([
    ['gs://audits', /is not a folder and no s3:\/\/ address/],
    ['https://host/bucket', /is not a folder and no s3:\/\/ address/],
    ['s3://', /is not a folder and no s3:\/\/ address/],
    ['s3://UPPER/x', /UPPER is not the name of a bucket/],
    ['s3://audits/../x', /a prefix consists of letters/],
    ['s3://audits/a//b', /a prefix consists of letters/],
    ['s3://audits/a b', /a prefix consists of letters/],
  ])('%s is refused', (text, message) => {
    expect(() => parseStoreAddress(text)).toThrow(message);
  });
});

describe('settings', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'geheim' };
  const credentials = { accessKeyId: 'id', secretAccessKey: 'geheim' };

  test.each([
    [
      { ...keys, AWS_REGION: 'eu-west-1' },
      { ...credentials, region: 'eu-west-1', endpoint: 'https://s3.eu-west-1.amazonaws.com' },
    ],
    [
      { ...keys, AWS_ENDPOINT_URL: 'http://127.0.0.1:9000/', AWS_SESSION_TOKEN: 'token' },
      { ...credentials, region: 'us-east-1', endpoint: 'http://127.0.0.1:9000', sessionToken: 'token' },
    ],
    [
      {
        ...keys,
        AWS_DEFAULT_REGION: 'auto',
        AWS_ENDPOINT_URL_S3: 'https://a.example/s3',
        AWS_ENDPOINT_URL: 'https://b',
      },
      { ...credentials, region: 'auto', endpoint: 'https://a.example/s3' },
    ],
  ])('%j', (env, settings) => {
    expect(readStoreSettings('s3://a', env)).toEqual(settings);
  });

  test.each([
    [{}, 's3://a: the environment variable AWS_ACCESS_KEY_ID is not set; set AWS_ACCESS_KEY_ID and'],
    [{ AWS_ACCESS_KEY_ID: 'id' }, 's3://a: the environment variable AWS_SECRET_ACCESS_KEY is not set'],
    [keys, 's3://a: set AWS_REGION to the region of the bucket, or AWS_ENDPOINT_URL'],
    [{ ...keys, AWS_ENDPOINT_URL: 'geheim' }, 's3://a: AWS_ENDPOINT_URL is not an http:// or https:// URL'],
    [{ ...keys, AWS_ENDPOINT_URL: 'http://u:geheim@h' }, 's3://a: AWS_ENDPOINT_URL is not an http:// or https:// URL'],
  ])('%j is refused, and no value is shown', (env, message) => {
    const read = () => readStoreSettings('s3://a', env);
    expect(read).toThrow(message);
    expect(read).not.toThrow('geheim');
  });
});
