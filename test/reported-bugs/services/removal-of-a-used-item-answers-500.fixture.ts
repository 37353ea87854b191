import { accept, describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import { Fail, type ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/data/task-types',
  methods: ['PUT', 'DELETE'],
  ids: 'uuid',
  body: { required: ['name'], properties: { name: text(1, 80), color: text(0, 20) } },
};
const scheduled: ItemsOptions = {
  path: '/data/schedule-items',
  methods: ['PUT', 'DELETE'],
  ids: 'uuid',
  samples: 0,
  body: {
    required: ['task_type_id', 'note'],
    properties: { task_type_id: { type: 'string', format: 'uuid', description: 'Id of a task type' }, note: text() },
  },
};

/** The database refuses to remove what other rows refer to, and that is answered as an internal error. */
export const removalOfAUsedItemAnswers500: ReportedBug = {
  report: 'https://github.com/cgwire/zou/pull/1096',
  date: '2026-06-01',
  kind: 'DELETE of an item to which others refer is answered with 500',
  rules: ['nesting/delete-of-an-item-in-use-is-not-a-server-error'],
  collections: ['/data/task-types', '/data/schedule-items'],
  document: describeService('Schedule', { ...describeItems(options), ...describeItems(scheduled) }),
  build: (isSound) => {
    const types = new Items(options);
    const items = new Items(scheduled);
    const [first] = [...types.rows.values()];
    items.add({ task_type_id: first?.id ?? null, note: 'note 1' });
    const read = (body: Parameters<typeof accept>[0]) => {
      const values = accept(body, scheduled.body);
      if (!types.rows.has(String(values.task_type_id))) throw new Fail(422, 'There is no such task type');
      return values;
    };
    return {
      routes: {
        ...types.routes(),
        ...items.routes(),
        [`DELETE ${options.path}/{id}`]: ({ params }) => {
          const { id } = types.find(params.id);
          if ([...items.rows.values()].some((row) => row.task_type_id === id))
            throw isSound ? new Fail(409, 'The type is in use') : new Fail(500, 'Internal server error');
          types.rows.delete(String(id));
          return { status: 204 };
        },
        [`POST ${scheduled.path}`]: ({ body }) => items.created(items.add(read(body))),
        [`PUT ${scheduled.path}/{id}`]: ({ params, body }) => ({
          status: 200,
          body: items.replace(items.find(params.id), read(body)),
        }),
      },
    };
  },
};
