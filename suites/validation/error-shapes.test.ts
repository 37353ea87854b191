import { expect, test } from 'vitest';
import type { Exchange, Json } from '#rule';
import { type ErrorShape, haveNothingInCommon, readShape } from './_shared/error-shapes.js';

const told = (content: Json | string, type = 'application/json'): Pick<Exchange, 'answer'> => {
  const isText = typeof content === 'string';
  const text = isText ? content : JSON.stringify(content);
  const headers = { 'content-type': type };
  return { answer: { status: 400, headers, text, json: isText ? undefined : content } };
};

const shape = (content: Json | string, type?: string) =>
  readShape(told(content, type), ['customer', 'zip']) as ErrorShape;

const problem = { type: 'about:blank', title: 'x', status: 400 };

test.each<[string, ErrorShape, ErrorShape]>([
  ['details that only one of them has', shape(problem), shape({ ...problem, errors: [] })],
  ['a message and a message with fields', shape({ message: 'x' }), shape({ message: 'x', errors: {} })],
  ['a list in place of a text', shape({ detail: 'x' }), shape({ detail: [{ loc: [], msg: 'y' }] })],
  ['maps of different fields', shape({ customer: ['x'] }), shape({ zip: ['y'] })],
  ['two texts', shape('x', 'text/plain'), shape('y', 'text/plain')],
  ['an empty object', shape({}), shape(problem)],
])('takes for one shape: %s', (_, one, other) => {
  expect(haveNothingInCommon(one, other)).toBe(false);
});

test.each<[string, ErrorShape, ErrorShape]>([
  ['names that have nothing in common', shape(problem), shape({ error: { message: 'x' } })],
  ['an object and a text', shape(problem), shape('x', 'text/plain')],
  ['a text and a page', shape('x', 'text/plain'), shape('<html></html>', 'text/html')],
  ['an object and a list', shape(problem), shape([{ message: 'x' }])],
  ['a detail and a map of fields', shape({ detail: 'x' }), shape({ customer: ['x'] })],
])('takes for two shapes: %s', (_, one, other) => {
  expect(haveNothingInCommon(one, other)).toBe(true);
});

test('missing content has no shape', () => {
  expect(readShape(told(''), [])).toBeUndefined();
});
