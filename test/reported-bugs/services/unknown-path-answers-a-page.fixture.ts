import { describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/api/v1/bases',
  methods: ['PATCH', 'DELETE'],
  ids: 'uuid',
  body: { required: ['name'], properties: { name: text(), description: text(0, 500) } },
};

const page = '<!doctype html><html><head><title>Bases</title></head><body><div id="app"></div></body></html>';

/** The page of the application is the response to each path that the router does not know. */
export const unknownPathAnswersAPage: ReportedBug = {
  report: 'https://github.com/deeplethe/utopia/issues/614',
  date: '2026-09-11',
  kind: 'An unknown path below the API returns 200 and an HTML page',
  rules: ['absence/unknown-path-returns-no-page'],
  collections: ['/api/v1/bases'],
  document: describeService('Bases', describeItems(options)),
  build: (isSound) => ({
    routes: new Items(options).routes(),
    ...(!isSound && { unknownPath: { status: 200, headers: { 'content-type': 'text/html' }, body: page } }),
  }),
};
