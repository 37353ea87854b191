import { expect, test } from 'vitest';
import { readResponses } from './read-responses.js';

const described = { contents: [], requiredHeaders: [] };
const read = (responses: unknown) => readResponses({}, JSON.parse(JSON.stringify({ responses })));

test('names each response by its status, class of statuses, or default', () => {
  const responses = read({ 200: {}, '4xx': {}, Default: {} });
  expect(Object.keys(responses)).toEqual(['200', '4XX', 'default']);
  expect({ ...responses }).toEqual({ 200: described, '4XX': described, default: described });
});

test('takes the last of two spellings', () => {
  const content = { 'text/plain': {} };
  expect(read({ '4XX': {}, '4xx': { content } })['4XX']?.contents).toEqual([{ mediaType: 'text/plain' }]);
});

test('no response can be replaced, which keeps them small', () => {
  const responses = read({ 200: {} }) as Record<string, unknown>;
  expect(() => {
    responses['200'] = undefined;
  }).toThrow(TypeError);
});

test.each([undefined, null, [], 'none'])('%j describes no response', (responses) =>
  expect(read(responses)).toEqual({}),
);
