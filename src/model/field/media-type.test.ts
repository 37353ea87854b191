import { expect, test } from 'vitest';
import { parseMediaType } from './media-type.js';

test.each([
  ['application/json', 'application/json', ['isJson']],
  [' Application/JSON ; charset=utf-8', 'application/json', ['isJson']],
  ['application/vnd.api+json', 'application/vnd.api+json', ['isJson']],
  ['text/json', 'text/json', ['isJson']],
  ['application/json-seq', 'application/json-seq', []],
  ['application/json-patch+json; charset=utf-8', 'application/json-patch+json', ['isJson', 'isJsonPatch']],
  ['application/merge-patch+json', 'application/merge-patch+json', ['isJson', 'isMergePatch']],
  ['application/x-www-form-urlencoded;charset=utf-8', 'application/x-www-form-urlencoded', ['isForm']],
  ['TEXT/HTML; charset=utf-8', 'text/html', ['isHtml']],
  ['application/xhtml+xml', 'application/xhtml+xml', ['isHtml']],
  ['application/problem+xml', 'application/problem+xml', []],
  [';', '', []],
  [undefined, '', []],
])('%s', (text, essence, kinds) => {
  const { essence: parsed, ...known } = parseMediaType(text);
  expect(parsed).toBe(essence);
  expect(Object.entries(known).flatMap(([kind, is]) => (is ? [kind] : []))).toEqual(kinds);
});
