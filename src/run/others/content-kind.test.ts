import { expect, test } from 'vitest';
import { classifyContent } from './content-kind.js';

test.each<[string | undefined, string, string]>([
  [undefined, 'application/json', 'empty'],
  [' \r\n', 'application/json', 'empty'],
  ['{"name":"a"}', 'application/json', 'object'],
  ['{}', 'application/json', 'no members'],
  ['"assay"', 'application/json', 'no object'],
  ['null', 'application/json', 'no object'],
  ['{"name":', 'application/json', 'no JSON'],
  ['[]', 'application/json', 'array'],
  ['\uFEFF[{}]', 'application/json', 'array'],
  // A lenient reader may take it for a list.
  ['[[[', 'application/json', 'array'],
  ['[{"op":"add","path":"/name","value":"a"}]', 'application/json-patch+json', 'object'],
  ['[{"op":', 'application/json-patch+json', 'array'],
  ['name=a', 'application/x-www-form-urlencoded', 'object'],
])('%j as %s is %s', (content, type, kind) => {
  expect(classifyContent({ ...(content !== undefined && { content }), headers: { 'Content-Type': type } })).toBe(kind);
});
