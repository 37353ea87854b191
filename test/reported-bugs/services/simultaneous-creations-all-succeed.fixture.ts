import { setTimeout as lookUp } from 'node:timers/promises';
import type { JsonObject } from '../../../src/model/json.js';
import { accept, describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import { Fail, type ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/objects',
  methods: ['PUT', 'DELETE'],
  conflict: 'There is an object with this name',
  body: {
    required: ['name', 'owner'],
    properties: { name: { ...text(1, 60), description: 'No two objects have the same name' }, owner: text(1, 60) },
  },
};

/** A creation looks for the name first and writes later, so that two of them at once find nothing. */
export const simultaneousCreationsAllSucceed: ReportedBug = {
  report: 'https://github.com/ConductionNL/openregister/issues/2212',
  date: '2026-07-30',
  kind: 'Simultaneous creations with one unique name all return 201',
  rules: ['conflict/taken-unique-value-answers-409'],
  missed: {
    collection: 'no document says that a creation may return 409',
  },
  collections: ['/objects'],
  document: describeService('Objects', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    const refuseTaken = (name: unknown, own?: JsonObject) => {
      if ([...items.rows.values()].some((row) => row.name === name && row.id !== own?.id))
        throw new Fail(409, 'This name is used already');
    };
    return {
      routes: {
        ...items.routes(),
        'POST /objects': async ({ body }) => {
          const values = accept(body, options.body);
          refuseTaken(values.name);
          // The database answers after some milliseconds.
          if (!isSound) await lookUp(5);
          return items.created(items.add(values));
        },
        'PUT /objects/{id}': ({ params, body }) => {
          const row = items.find(params.id);
          const values = accept(body, options.body);
          refuseTaken(values.name, row);
          return { status: 200, body: items.replace(row, values) };
        },
      },
    };
  },
};
