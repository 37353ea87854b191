import { accept, describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/api/v1/reminders',
  methods: ['PUT', 'DELETE'],
  body: {
    required: ['title', 'remind_at'],
    properties: {
      title: text(),
      remind_at: { type: 'string', format: 'date-time', description: 'When to remind; it is returned in UTC' },
    },
  },
};

/** A time with an offset is stored without it, which is another instant. */
export const offsetOfTimesIsDropped: ReportedBug = {
  report: 'https://github.com/ulsklyc/yuvomi/issues/1364',
  date: '2026-09-21',
  kind: 'The offset of a time is dropped, so another instant is stored',
  rules: ['creation/created-item-has-the-sent-values', 'idempotency/put-stores-what-was-sent'],
  collections: ['/api/v1/reminders'],
  document: describeService('Reminders', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    const toUtc = (time: string) => (isSound ? new Date(time).toISOString() : `${time.slice(0, 19)}Z`);
    const read = (body: Parameters<typeof accept>[0]) => {
      const values = accept(body, options.body);
      return { ...values, remind_at: toUtc(String(values.remind_at)) };
    };
    return {
      routes: {
        ...items.routes(),
        [`POST ${options.path}`]: ({ body }) => items.created(items.add(read(body))),
        [`PUT ${options.path}/{id}`]: ({ params, body }) => ({
          status: 200,
          body: items.replace(items.find(params.id), read(body)),
        }),
      },
    };
  },
};
