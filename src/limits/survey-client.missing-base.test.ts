import { expect, test } from 'vitest';
import { createMissingBaseDetector } from './survey-client.js';

const answer = (status: number) => ({ status, headers: {}, text: '', json: undefined });
const detect = (statuses: Readonly<Record<string, number | undefined>>, source?: string, paths = ['/a']) => {
  const detector = createMissingBaseDetector();
  for (const [path, status] of Object.entries(statuses))
    detector.record({ method: 'GET', path, answer: status === undefined ? undefined : answer(status) });
  return detector.findProblem(source === undefined ? undefined : { source, paths });
};

test('nothing exists where each of at least three paths is 404', () => {
  expect(detect({ '/': 404, '/a?b=1': 404, 'http://127.0.0.1:1/c': 404, '/d': 404, '/e': 404 })).toBe(
    'the server returned 404 for every request: GET /, GET /a, GET /c and 2 more',
  );
  expect(detect({ '/': 404, '/a': 404 })).toBeUndefined();
});

test.each([[200], [401], [405], [500], [undefined]])(
  'anything else than 404 says nothing about the base: %s',
  (status) => {
    expect(detect({ '/': 404, '/a': 404, '/b': 404, '/c': status })).toBeUndefined();
  },
);

test('the OpenAPI document alone is no service', () => {
  const statuses = { '/': 404, '/a': 404, '/b': 404, '/openapi.json': 200 };
  expect(detect(statuses, 'http://127.0.0.1/openapi.json')).toMatch(/^the server returned 404/);
  expect(detect(statuses)).toBeUndefined();
  const actions = ['/{shelf}/books', '/convert'];
  expect(detect(statuses, 'http://127.0.0.1/openapi.json', actions)).toBeUndefined();
});

test('names at most three requests', () => {
  const paths = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`/${index}`, 404]));
  expect(detect(paths)).toMatch(/GET \/2 and 5 more$/);
});
