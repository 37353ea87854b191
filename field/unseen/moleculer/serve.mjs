import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { ServiceBroker } = require('moleculer');
const DbService = require('moleculer-db');
const ApiService = require('moleculer-web');

const broker = new ServiceBroker({ nodeID: 'field', logger: false });
const text = { type: 'string', min: 1 };
const collections = {
  authors: { entityValidator: { name: text }, build: (index) => ({ name: `Author ${index}`, born: 1900 + index }) },
  books: {
    entityValidator: { title: text, author: text, pages: { type: 'number', optional: true } },
    build: (index, authors) => ({ title: `Book ${index}`, author: authors[index % 3], pages: index * 10 }),
  },
  reviews: {
    entityValidator: { text, book: text, stars: { type: 'number', integer: true, min: 1, max: 5 } },
    build: (index, books) => ({ text: `Review ${index}`, book: books[index - 1], stars: (index % 5) + 1 }),
  },
};
for (const [name, { entityValidator }] of Object.entries(collections))
  broker.createService({ name, mixins: [DbService], settings: { entityValidator } });
broker.createService({
  name: 'api',
  mixins: [ApiService],
  settings: {
    port: Number(process.env.PORT ?? 0),
    ip: '127.0.0.1',
    routes: [
      {
        path: '/api',
        aliases: Object.fromEntries(Object.keys(collections).map((name) => [`REST ${name}`, name])),
        bodyParsers: { json: true },
        mappingPolicy: 'restrict',
      },
    ],
  },
});
await broker.start();
let before = [];
for (const [name, { build }] of Object.entries(collections)) {
  const made = [];
  for (let index = 1; index <= 14; index++) made.push(await broker.call(`${name}.create`, build(index, before)));
  before = made.map(({ _id }) => _id);
}
console.log(`http://127.0.0.1:${broker.getLocalService('api').server.address().port}/api`);
process.once('SIGTERM', () => process.exit(0));
