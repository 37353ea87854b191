import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../test/support/temporary-folder.fixture.js';
import { issueWriteRecord } from './method-guard.js';
import { openTestClient, startOrigin, startSocketServer } from './origin.fixture.js';
import { openTape } from './tape.js';

const record = issueWriteRecord(1);

/** Waits for the end of a turn of the event loop, when its lines are on disk. */
const turn = () => new Promise(setImmediate);

const open = () => {
  const file = join(createTemporaryFolder(), 'run.tape');
  const lines = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { file, lines, tape: openTape(file) };
};

describe('the tape', () => {
  test('is readable only by its owner', () => {
    const { file, tape } = open();
    tape.close();
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  test('contains a request before its response arrives', async () => {
    const { lines, tape } = open();
    const seen: unknown[][] = [];
    const url = await startSocketServer((socket) => socket.once('data', () => seen.push(lines())));
    const client = openTestClient(url, { tape, timeoutMs: 150 });
    await client.send({
      record,
      method: 'PUT',
      path: '/orders/1',
      content: '{"a":1}',
      trial: 'some/rule@orders',
      role: 'control',
    });
    expect(seen).toEqual([
      [
        expect.objectContaining({
          n: 1,
          trial: 'some/rule@orders',
          role: 'control',
          request: expect.objectContaining({ method: 'PUT', url: `${url}/orders/1`, content: '{"a":1}' }),
        }),
      ],
    ]);
    await turn();
    expect(lines().slice(1)).toEqual([{ n: 1, ms: expect.any(Number), silence: 'no answer within 150 ms' }]);
  });

  test('records a response under the number of its request, from both transports', async () => {
    const { lines, tape } = open();
    const { url } = await startOrigin((_, response) => response.writeHead(201, { 'x-a': ['1', '2'] }).end('{"id":7}'));
    const client = openTestClient(url, { tape });
    const sent = await client.send({ record, method: 'POST', path: '/orders', content: '{}' });
    const raw = await client.raw({ method: 'GET', path: '/orders' });
    await turn();
    expect(lines().map(({ n, answer }) => [n, answer?.status])).toEqual([
      [1, undefined],
      [1, 201],
      [2, undefined],
      [2, 201],
    ]);
    expect(lines()[1].answer).toMatchObject({ content: '{"id":7}', headers: { 'x-a': ['1', '2'] } });
    for (const exchange of [sent, raw])
      expect(client.getRecord(exchange)).toMatchObject({ n: exchange.n, answer: { status: 201 } });
    expect(() => client.getRecord({ ...sent })).toThrow('was not sent by this client');
  });

  test('cuts long content, records its length, and leaves the exchange unchanged', async () => {
    const { lines, tape } = open();
    const { url } = await startOrigin((_, response) => response.end('x'.repeat(20_000)));
    const { answer } = await openTestClient(url, { tape }).send({ method: 'GET', path: '/' });
    expect(answer?.text).toHaveLength(20_000);
    await turn();
    expect(lines()[1].answer).toMatchObject({ content: 'x'.repeat(16_384), cutFrom: 20_000 });
  });
});

describe('a secret', () => {
  const value = '???p+q/"r\\s ü%x';
  const secret = { name: 'PASS', reveal: () => value };
  const base64 = Buffer.from(value).toString('base64');
  const forms = {
    plain: value,
    base64,
    'base64 without padding': base64.replace(/=+$/, ''),
    base64url: Buffer.from(value).toString('base64url'),
    'URL-encoded': encodeURIComponent(value),
    'URL-encoded base64': encodeURIComponent(base64),
    'escaped in JSON': JSON.stringify(value).slice(1, -1),
  };

  test('has a form for each encoding', () => {
    expect(new Set(Object.values(forms)).size).toBe(Object.keys(forms).length);
  });

  test.each(Object.entries(forms))('%s is in no line of the tape, but its name is', async (_, form) => {
    const { file, lines, tape } = open();
    const { url } = await startOrigin((_request, response) => {
      response.setHeader('x-echo', encodeURIComponent(form));
      response.end(`you said ${form}`);
    });
    const client = openTestClient(url, { tape, secrets: [secret] });
    const inUrl = encodeURIComponent(form);
    const inField = /^[\x20-\x7e]*$/.test(form) ? { 'x-mine': form } : undefined;
    await client.send({
      record,
      method: 'POST',
      path: `/x?k=${inUrl}`,
      ...(inField && { headers: inField }),
      content: `body ${form}`,
    });
    await turn();
    const written = readFileSync(file, 'utf8');
    for (const text of [form, JSON.stringify(form).slice(1, -1)]) expect(written).not.toContain(text);
    const [sent, got] = lines();
    expect(sent.request.content).toBe(`body \${PASS}`);
    expect(got.answer.content).toBe(`you said \${PASS}`);
    if (inField) expect(sent.request.headers['x-mine']).toBe(`\${PASS}`);
  });

  test('is sent to the service unchanged, and not recorded when the client adds it', async () => {
    const { file, tape } = open();
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const token = { name: 'TOKEN', reveal: () => 'Bearer abc.def+ghi' };
    const client = openTestClient(url, {
      tape,
      secrets: [token],
      callers: { full: { headers: { 'x-token': token }, query: { key: token } } },
    });
    await client.send({ method: 'GET', path: '/' });
    await client.raw({ method: 'GET', path: '/' });
    for (const { headers, target } of arrived) {
      expect(headers['x-token']).toBe('Bearer abc.def+ghi');
      expect(target).toBe('/?key=Bearer%20abc.def%2Bghi');
    }
    await turn();
    expect(readFileSync(file, 'utf8')).not.toMatch(/abc\.def/);
    expect(readFileSync(file, 'utf8')).toContain(`?key=\${TOKEN}`);
  });

  test('is not in the reason of a missing answer, nor in recalled records', async () => {
    const client = openTestClient('http://name-of-secret.invalid', {
      secrets: [{ name: 'HOST', reveal: () => 'name-of-secret' }],
    });
    const exchange = await client.send({ method: 'GET', path: '/' });
    expect(JSON.stringify(client.getRecord(exchange))).not.toContain('name-of-secret');
    expect(client.getRecord(exchange).silence).toContain(`\${HOST}.invalid`);
  });

  test('that is part of another secret is redacted completely', async () => {
    const { lines, tape } = open();
    const { url } = await startOrigin((_, response) => response.end('longsecret-extended and longsecret'));
    const secrets = [
      { name: 'SHORT', reveal: () => 'longsecret' },
      { name: 'LONG', reveal: () => 'longsecret-extended' },
    ];
    await openTestClient(url, { tape, secrets }).send({ method: 'GET', path: '/' });
    await turn();
    expect(lines()[1].answer.content).toBe(`\${LONG} and \${SHORT}`);
  });

  test('at the place where content is cut is redacted before the cut', async () => {
    const { file, tape } = open();
    const { url } = await startOrigin((_, response) => response.end(`${'x'.repeat(16_380)}topsecretvalue`));
    await openTestClient(url, { tape, secrets: [{ name: 'S', reveal: () => 'topsecretvalue' }] }).send({
      method: 'GET',
      path: '/',
    });
    await turn();
    expect(readFileSync(file, 'utf8')).not.toContain('xtops');
  });
});

describe('fields that carry credentials', () => {
  test('lose their value in any case', async () => {
    const { lines, tape } = open();
    const { url } = await startOrigin((_, response) =>
      response
        .writeHead(200, { 'set-cookie': ['sid=s3cr3t', `b=\${x}; sid=s3cr3t`], 'x-api-key': 'k3y', etag: '"v1"' })
        .end(),
    );
    const client = openTestClient(url, { tape });
    await client.send({
      method: 'GET',
      path: '/',
      headers: { Authorization: 'Basic dTpw', Cookie: 'sid=s3cr3t', 'x-plain': 'shown' },
    });
    await turn();
    const [sent, got] = lines();
    expect(sent.request.headers).toMatchObject({
      authorization: '[redacted]',
      cookie: '[redacted]',
      'x-plain': 'shown',
    });
    expect(got.answer.headers).toMatchObject({
      'set-cookie': ['[redacted]', '[redacted]'],
      'x-api-key': '[redacted]',
      etag: '"v1"',
    });
  });

  test('show the names of their secrets, so that a line can be copied', async () => {
    const { lines, tape } = open();
    const { url } = await startOrigin((_, response) => response.end());
    const token = { name: 'TOKEN', reveal: () => 'abc.def' };
    const client = openTestClient(url, { tape, secrets: [token], headers: { authorization: 'Bearer abc.def' } });
    await client.send({ method: 'GET', path: '/' });
    await turn();
    expect(lines()[0].request.headers.authorization).toBe(`Bearer \${TOKEN}`);
  });
});
