import { expect, test } from 'vitest';
import { createSampleExchange, createSampleViolation } from '../../../test/report-samples/sample-result.js';
import { sound } from '../../../test/report-samples/samples.js';
import { createFact } from '../../model/service/operation.js';
import { findDocumentLine, indexDocumentLines } from './document-lines.js';
import { findProfileLine, locateReport, locateResult } from './report-location.js';

const described = (value: string, evidence: string) => createFact('it', value, 'described', evidence);
const notes = { name: 'notes', path: '/notes', facts: [] };
const tags = {
  name: 'tags',
  path: '/tags',
  facts: [
    described('POST /tags', '#/paths/~1v1~1tags/post'),
    described('GET /tags/{id}', '#/paths/~1v1~1tags~1{tag}/get'),
    createFact('head', 'HEAD /tags/{id}', 'assumed', '#/paths/~1v1~1tags~1{tag}/get'),
    described('GET /tags/mine', '#/paths/~1v1~1tags~1mine/get'),
    createFact('marker', '/note', 'assumed', '#/paths/~1v1~1tags/post'),
  ],
};

const run = (profile?: string, openapi?: string) => ({ run: { ...sound.run, profile, openapi } });

test.each([
  ['assay.yaml', undefined, undefined, 'assay.yaml'],
  ['./ci/assay.yaml', undefined, undefined, 'ci/assay.yaml'],
  ['/repo/ci/assay.yaml', undefined, '/repo', 'ci/assay.yaml'],
  ['/repo/ci/assay.yaml', undefined, '/repo/', 'ci/assay.yaml'],
  ['C:\\repo\\assay.yaml', undefined, 'C:\\repo', 'assay.yaml'],
  ['/elsewhere/assay.yaml', 'openapi.yaml', '/repo', 'openapi.yaml'],
  ['/repository/assay.yaml', undefined, '/repo', 'assay.yaml'],
  ['../assay.yaml', 'https://a.example/openapi.json', '/repo', 'assay.yaml'],
  ['a b/#1?.yaml', undefined, undefined, 'a%20b/%231%3F.yaml'],
  [undefined, undefined, '/repo', 'assay.yaml'],
])(
  'with the profile %j and the document %j below %j, findings have the location %j',
  (profile, openapi, root, place) => {
    expect(locateReport(run(profile, openapi), { root })).toEqual({ path: place, line: 1 });
  },
);

test.each<[string, string, number]>([
  ['orders', 'assay.yaml', 2],
  ['GET /orders/{id}', 'assay.yaml', 2],
  ['POST /notes', 'openapi.yaml', 3],
  ['GET /tags/{id}', 'openapi.yaml', 7],
  ['notes', 'openapi.yaml', 2],
  ['service', 'assay.yaml', 1],
])('the subject %s is located at %s:%i', (subject, path, line) => {
  const texts: Readonly<Record<string, string>> = {
    'assay.yaml': 'resources:\n  - collection: /orders\n  - collection: /tags\n',
    'openapi.yaml': 'paths:\n  /notes:\n    post: {}\n  /v1/tags:\n    post: {}\n  /v1/tags/{tag}:\n    get: {}\n',
  };
  const report = {
    ...sound,
    ...run('assay.yaml', 'openapi.yaml'),
    survey: { ...sound.survey, collections: [...sound.survey.collections, notes, tags] },
  };
  expect(locateResult({ subject }, report, { read: (file) => texts[file] })).toEqual({ path, line });
  expect(locateResult({ subject }, report).line).toBe(1);
});

test.each<[string, string, string, number]>([
  ['tags', 'POST', '/tags', 5],
  ['tags', 'GET', '/tags/7?full=1', 7],
  ['tags', 'HEAD', '/tags/7', 7],
  ['tags', 'GET', '/tags/mine', 9],
  ['tags', 'DELETE', '/tags/7', 1],
  ['notes', 'GET', '/elsewhere', 2],
])('a finding of the collection %s that %s %s shows is located at line %i', (subject, method, url, line) => {
  const document =
    'paths:\n  /notes:\n    post: {}\n  /v1/tags:\n    post: {}\n  /v1/tags/{tag}:\n    get: {}\n  /v1/tags/mine:\n    get: {}\n';
  const report = {
    ...sound,
    ...run('assay.yaml', 'openapi.yaml'),
    survey: { ...sound.survey, collections: [...sound.survey.collections, notes, tags] },
  };
  const request = { method, url: `${sound.target.baseUrl}${url}`, headers: {} };
  const exchanges = [createSampleExchange({ request }), createSampleExchange({ role: 'control' })];
  const { evidence } = createSampleViolation({}, { exchanges });
  const { line: found } = locateResult({ subject, evidence }, report, {
    read: (file) => (file === 'openapi.yaml' ? document : undefined),
  });
  expect(found).toBe(line);
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
    parameters: # of all
      - name: get
        get: {}
    delete: {}
components: {}
`;
const jsonDocument =
  '{\n  "paths": {\n    "/notes": {\n      "get": {}\n    },\n    "/notes/{id}": { "delete": {} }\n  }\n}';

test.each<[string, string, string | undefined, number | undefined]>([
  [yamlDocument, '/notes', undefined, 2],
  [yamlDocument, '/notes', 'POST', 5],
  [yamlDocument, '/notes', 'DELETE', 2],
  [yamlDocument, '/notes/{id}', 'DELETE', 10],
  [yamlDocument, '/notes/{id}', 'GET', 6],
  [yamlDocument, '/notes/{other}', undefined, 6],
  [yamlDocument, '/other', 'GET', undefined],
  [jsonDocument, '/notes', 'GET', 4],
  [jsonDocument, '/notes/{id}', 'DELETE', 6],
])('finds the operation in the document %j: %s %s', (text, path, method, line) => {
  expect(findDocumentLine(indexDocumentLines(text), path, method)).toBe(line);
});
