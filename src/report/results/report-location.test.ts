import { expect, test } from 'vitest';
import { sound } from '../../../test/report-samples/samples.js';
import { findDocumentLine, findProfileLine, locateReport, locateResult } from './report-location.js';

const run = (profile?: string, openapi?: string) => ({ run: { ...sound.run, profile, openapi } });

test.each([
  ['assay.yaml', undefined, undefined, 'assay.yaml'],
  ['./ci/assay.yaml', undefined, undefined, 'ci/assay.yaml'],
  ['/repo/ci/assay.yaml', undefined, '/repo', 'ci/assay.yaml'],
  ['/repo/ci/assay.yaml', undefined, '/repo/', 'ci/assay.yaml'],
  ['C:\\repo\\assay.yaml', undefined, 'C:\\repo', 'assay.yaml'],
  ['/elsewhere/assay.yaml', 'openapi.yaml', '/repo', 'openapi.yaml'],
  ['/repository/assay.yaml', undefined, '/repo', 'reports/report.json'],
  ['../assay.yaml', 'https://a.example/openapi.json', '/repo', 'reports/report.json'],
  ['a b/#1?.yaml', undefined, undefined, 'a%20b/%231%3F.yaml'],
  [undefined, undefined, '/repo', 'reports/report.json'],
])(
  'with the profile %j and the document %j below %j, findings have the location %j',
  (profile, openapi, root, place) => {
    expect(locateReport(run(profile, openapi), { root })).toEqual({ path: place, line: 1 });
  },
);

test.each([
  ['out/report.json', '/repo', 'out/report.json'],
  ['/repo/a/report.json', '/repo', 'a/report.json'],
  ['/elsewhere/report.json', '/repo', 'reports/report.json'],
])('without a profile and a document, findings of %s below %s are located at %s', (report, root, place) => {
  expect(locateReport(run(), { root, report }).path).toBe(place);
});

test.each<[string, string, number]>([
  ['orders', 'assay.yaml', 2],
  ['GET /orders/{id}', 'assay.yaml', 2],
  ['POST /notes', 'openapi.yaml', 3],
  ['service', 'assay.yaml', 1],
])('the subject %s is located at %s:%i', (subject, path, line) => {
  const texts: Readonly<Record<string, string>> = {
    'assay.yaml': 'resources:\n  - collection: /orders\n',
    'openapi.yaml': 'paths:\n  /notes:\n    post: {}\n',
  };
  const report = { ...sound, ...run('assay.yaml', 'openapi.yaml') };
  expect(locateResult({ subject }, report, { read: (file) => texts[file] })).toEqual({ path, line });
  expect(locateResult({ subject }, report).line).toBe(1);
});

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
