import { describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/rest/tests',
  methods: ['DELETE'],
  body: { required: ['system'], properties: { system: text(1, 60), actor: text(0, 60) } },
};

/** The error of the parser is handled like any other one. */
export const malformedJsonAnswers500: ReportedBug = {
  report: 'https://github.com/ISAITB/gitb/issues/233',
  date: '2026-06-15',
  kind: 'Malformed JSON is answered with 500',
  rules: ['validation/malformed-json-answers-400', 'validation/malformed-content-is-not-a-server-error'],
  collections: ['/rest/tests'],
  document: describeService('Tests', describeItems(options)),
  build: (isSound) => ({
    routes: new Items(options).routes(),
    ...(!isSound && {
      malformed: { status: 500, body: { error_code: 'Unexpected error', error_description: 'Invalid JSON' } },
    }),
  }),
};
