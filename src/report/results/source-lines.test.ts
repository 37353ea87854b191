import { expect, test } from 'vitest';
import { findDocumentLine, findProfileLine } from './source-lines.js';

const yamlProfile = `baseUrl: http://127.0.0.1:3000
resources:
  - collection: /notes
    name: notes
  - name: orders
    collection: "/orders"  # of customers
`;
const jsonProfile =
  '{\n "resources": [\n  { "collection": "/notes" },\n  { "name": "orders",\n    "collection": "/orders" }\n ]\n}';

test.each<[string, string, number | undefined]>([
  [yamlProfile, '/notes', 3],
  [yamlProfile, '/orders', 6],
  [yamlProfile, '/order', undefined],
  [jsonProfile, '/notes', 3],
  [jsonProfile, '/orders', 5],
  ['note: see /notes', '/notes', undefined],
])('finds the collection in the profile %j', (text, path, line) => {
  expect(findProfileLine(text, path)).toBe(line);
});

const yamlDocument = `paths:
  /notes:
    get:
      responses: {}
    post: {}
  '/notes/{id}':
    parameters: []
    delete: {}
components: {}
`;
const jsonDocument =
  '{\n  "paths": {\n    "/notes": {\n      "get": {}\n    },\n    "/notes/{id}": { "delete": {} }\n  }\n}';

test.each<[string, string, string | undefined, number | undefined]>([
  [yamlDocument, '/notes', undefined, 2],
  [yamlDocument, '/notes', 'POST', 5],
  [yamlDocument, '/notes', 'DELETE', 2],
  [yamlDocument, '/notes/{id}', 'DELETE', 8],
  [yamlDocument, '/notes/{other}', undefined, 6],
  [yamlDocument, '/other', 'GET', undefined],
  [jsonDocument, '/notes', 'GET', 4],
  [jsonDocument, '/notes/{id}', 'DELETE', 6],
])('finds the operation in the document %j: %s %s', (text, path, method, line) => {
  expect(findDocumentLine(text, path, method)).toBe(line);
});
