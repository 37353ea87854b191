import type { JsonObject } from '../../../src/model/json.js';
import { accept, describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import { Fail, type ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/teams',
  methods: ['PATCH', 'DELETE'],
  ids: 'uuid',
  conflict: 'There is a team with this name',
  body: {
    required: ['name'],
    properties: { name: { ...text(1, 60), description: 'No two teams have the same name' }, motto: text(0, 200) },
  },
};

/** POST checks that the name is free, PATCH leaves that to the database. */
export const renameToATakenNameAnswers500: ReportedBug = {
  report: 'https://github.com/snapotter-hq/SnapOtter/pull/992',
  date: '2026-09-03',
  kind: 'PATCH with a name that another item has is answered with 500',
  rules: ['conflict/taken-unique-value-answers-409', 'responses/no-request-fails-each-time'],
  missed: {
    collection: 'no document says that a creation may return 409',
  },
  collections: ['/teams'],
  document: describeService('Teams', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    const isTaken = (name: unknown, own?: JsonObject) =>
      [...items.rows.values()].some((row) => row.name === name && row.id !== own?.id);
    return {
      routes: {
        ...items.routes(),
        'POST /teams': ({ body }) => {
          const values = accept(body, options.body);
          if (isTaken(values.name)) throw new Fail(409, 'This name is used already');
          return items.created(items.add(values));
        },
        'PATCH /teams/{id}': ({ params, body }) => {
          const row = items.find(params.id);
          const values = accept(body, options.body, true);
          if (isTaken(values.name, row)) throw new Fail(isSound ? 409 : 500, 'This name is used already');
          return { status: 200, body: items.change(row, values) };
        },
      },
    };
  },
};
