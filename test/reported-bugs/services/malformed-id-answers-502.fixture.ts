import { describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import { Fail, type ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/memories',
  methods: ['PUT', 'DELETE'],
  ids: 'uuid',
  body: { required: ['text'], properties: { text: text(1, 500), category: text(0, 60) } },
};

const isId = (id: string | undefined) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '');

/** The database refuses to compare such an id, and that is reported as a failure of another server. */
export const malformedIdAnswers502: ReportedBug = {
  report: 'https://github.com/mem0ai/mem0/issues/7140',
  date: '2026-08-27',
  kind: 'An id that is no UUID is answered with 502',
  rules: ['validation/unusual-ids-are-not-a-server-error'],
  missed: {
    document: '502 to 504 are taken for an intermediary, and never judged',
    collection: '502 to 504 are taken for an intermediary, and never judged',
  },
  collections: ['/memories'],
  document: describeService('Memories', describeItems(options)),
  build: (isSound) => {
    const routes = new Items(options).routes();
    const checked = Object.entries(routes).map(([name, handle]): [string, typeof handle] => [
      name,
      (request) => {
        if (!isSound && name.endsWith('{id}') && !isId(request.params.id))
          throw new Fail(502, 'Upstream provider error');
        return handle(request);
      },
    ]);
    return { routes: Object.fromEntries(checked) };
  },
};
