import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createSampleExchange } from '../../../test/report-samples/sample-result.js';
import { buildCurlLines } from './curl.js';

const url = 'http://127.0.0.1:9/notes';
const get = (id: string) => createSampleExchange({ request: { method: 'GET', url: `${url}/${id}`, headers: {} } });
const post = (content: string) =>
  createSampleExchange({
    request: { method: 'POST', url, headers: {}, content: '{}' },
    answer: { status: 200, headers: {}, content, ms: 1 },
  });

test.each([
  ['a string', '{"id":"292","views":0}', '292', '{"id":"731"}'],
  ['a number', '{"views":0,"id":292}', '292', '{"views":0,"id":731}'],
  [
    'indented',
    '{\n  "id": "a-292",\n  "owner": {"id": "1"}\n}',
    'a-292',
    '{\n  "id": "731",\n  "owner": {"id": "1"}\n}',
  ],
])('without Location, later lines use the id of the new item: %s', (_, recorded, id, next) => {
  const [creation = '', read = ''] = buildCurlLines([post(recorded), get(id)]);
  const shell = `curl() { case "$*" in *POST*) printf '%s' "$NEXT" ;; *) printf '%s' "$*" ;; esac; }\n${creation}\n${read}`;
  expect(execFileSync('/bin/sh', ['-c', shell], { encoding: 'utf8', env: { ...process.env, NEXT: next } })).toContain(
    `${url}/731`,
  );
});

test.each([
  ['is in another member first', '{"owner":{"id":"1"},"id":"292"}'],
  ['is not one word', '{"id":"2 92"}'],
])('an id that %s is not replaced', (_, recorded) => {
  const [creation, read] = buildCurlLines([post(recorded), get('292')]);
  expect(creation).toContain('curl -sS -i');
  expect(read).toContain(`${url}/292`);
});
