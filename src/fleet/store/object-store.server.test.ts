import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { describe, expect, test } from 'vitest';
import { createTestFolder } from '../../../test/cli/assay.fixture.js';
import { startTestStore, type TestStore, testBucket } from '../../../test/support/object-store.fixture.js';
import { createObjectStore, type ObjectStore } from './object-store.js';
import { createSender, type SendTiming } from './send-request.js';
import { readStoreSettings } from './store-location.js';

/** Time limits are those of a command, except where a test waits for one. */
const quick: SendTiming = { attempts: 3, pauseMs: 1, limitMs: 30_000 };

const connect = ({ env }: TestStore, more: Readonly<Record<string, string>> = {}, timing = quick): ObjectStore =>
  createObjectStore(
    { bucket: testBucket, prefix: 'team/a' },
    createSender(AwsV4Signer, readStoreSettings('s3://audits/team/a', { ...env, ...more }), testBucket, timing),
  );

function writeTestFile(content: string): string {
  const file = join(createTestFolder(), 'report.json');
  writeFileSync(file, content);
  return file;
}

describe('an object store', () => {
  test('writes, lists in pages, reads and removes whole objects, and each request is signed', async () => {
    const server = await startTestStore();
    const store = connect(server);
    const file = writeTestFile('{"näme":"✓"}');
    const names = [
      'targets/a/x.json',
      'targets/a/y~(1)!*.json',
      'targets/b & c/z.json',
      'other/1',
      'targets/e',
      'empty',
    ];
    for (const name of names) expect(await store.write(name, name === 'empty' ? writeTestFile('') : file)).toBe(true);
    server.objects.set('team/b/targets/no', 'of another team');
    expect(await store.list('targets/')).toEqual(names.filter((name) => name.startsWith('targets/')).sort());
    expect(server.seen.filter(({ key }) => key === '').map(({ query }) => query.has('continuation-token'))).toEqual([
      false,
      true,
    ]);
    expect(await store.read('targets/b & c/z.json')).toMatchObject({ text: '{"näme":"✓"}', etag: expect.any(String) });
    expect(await store.read('empty')).toMatchObject({ text: '' });
    await store.remove('targets/e');
    expect(await store.read('targets/e')).toBeUndefined();
  });

  test('a file that is larger than the buffers of a stream arrives as a whole', async () => {
    const server = await startTestStore();
    const content = 'x'.repeat(3_000_000);
    await connect(server).write('large', writeTestFile(content));
    expect(server.objects.get('team/a/large')).toBe(content);
  });

  test('writes only where nothing is, or where the object is still the same', async () => {
    const store = connect(await startTestStore());
    const [one, two] = [writeTestFile('1'), writeTestFile('2')];
    expect(await store.write('run', one, 'absent')).toBe(true);
    expect(await store.write('run', two, 'absent')).toBe(false);
    const { etag = '' } = (await store.read('run')) ?? {};
    expect(await store.write('run', two, { etag })).toBe(true);
    expect(await store.write('run', one, { etag })).toBe(false);
    expect((await store.read('run'))?.text).toBe('2');
  });

  test.each([
    ['a failure', 503],
    ['too many requests', 429],
    ['a response that is cut off', 'cut'],
    ['a response in single octets', 'trickle'],
  ] as const)('%s of the first attempts is no error', async (_, fault) => {
    const server = await startTestStore();
    const store = connect(server);
    const rest = { PUT: 2, GET: 2 } as Record<string, number>;
    server.setFault(({ method }) => {
      rest[method] = (rest[method] ?? 0) - 1;
      return (rest[method] ?? 0) >= 0 ? fault : undefined;
    });
    expect(await store.write('report', writeTestFile('whole'))).toBe(true);
    expect((await store.read('report'))?.text).toBe('whole');
    expect(await store.list('')).toEqual(['report']);
  });

  test.each([
    ['failures', 500, 'UnreachableError', /^s3:\/\/audits\/team\/a: cannot read report: 500 Fault500$/],
    ['responses that are cut off', 'cut', 'UnreachableError', /^s3:\/\/audits\/team\/a: cannot read report: /],
    ['a refusal', 403, 'UsageError', /cannot read report: 403 Fault403; check AWS_ACCESS_KEY_ID, /],
    ['a redirection', 301, 'UsageError', /cannot read report: 301 Fault301; check AWS_REGION and AWS_ENDPOINT_URL$/],
  ] as const)('%s: the error says what could not be done, and quotes no message', async (_, fault, name, message) => {
    const server = await startTestStore();
    server.objects.set('team/a/report', 'whole');
    server.setFault(() => fault);
    const error = await connect(server)
      .read('report')
      .catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ name, message: expect.stringMatching(message) });
    expect(String(error)).not.toContain(server.keys.id);
  });

  test('a store that does not answer is given up', async () => {
    const server = await startTestStore();
    server.setFault(() => 'silent');
    const store = connect(server, {}, { ...quick, attempts: 2, limitMs: 20 });
    await expect(store.read('report')).rejects.toThrow(
      's3://audits/team/a: cannot read report: it did not answer in time',
    );
  });

  test.each([
    ['another secret', { AWS_SECRET_ACCESS_KEY: 'other' }, /403 SignatureDoesNotMatch; check AWS_ACCESS_KEY_ID/],
    ['another session', { AWS_SESSION_TOKEN: 'other' }, /403 SignatureDoesNotMatch/],
    ['no server', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }, /cannot list it: /],
  ])('%s', async (_, env, message) => {
    await expect(connect(await startTestStore(), env).list('')).rejects.toThrow(message);
  });

  test('a list that is cut off, or comes from something else, is no list', async () => {
    const server = await startTestStore();
    server.setFault(() => 204);
    await expect(connect(server).list('')).rejects.toThrow('cannot list it: 204');
  });
});
