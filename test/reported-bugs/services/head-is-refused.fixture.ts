import { describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/components',
  methods: ['PUT', 'DELETE'],
  listing: 'bare',
  body: { required: ['name'], properties: { name: text(), mapping: text(0, 60) } },
};

/** Handlers that only define GET refuse HEAD. */
export const headIsRefused: ReportedBug = {
  report: 'https://github.com/michaelJustin/daraja-framework/issues/428',
  date: '2026-09-08',
  kind: 'HEAD returns 405 where GET returns 200',
  rules: ['safety/head-is-supported'],
  collections: ['/components'],
  document: describeService('Components', describeItems(options)),
  build: (isSound) => ({ routes: new Items(options).routes(), isWithoutHead: !isSound }),
};
