import { createRequire } from 'node:module';
import express from 'express';

const require = createRequire(import.meta.url);
const Datastore = createRequire(require.resolve('express-nedb-rest'))('nedb');
const routes = require('express-nedb-rest')();

const seeds = {
  farms: (index) => ({ name: `Farm ${index}`, hectares: index * 10 }),
  fruits: (index, farms) => ({ name: `Fruit ${index}`, price: index / 10, farm: farms[index % 3] }),
  notes: (index) => ({ text: `Note ${index}`, written: new Date(Date.UTC(2026, 0, index)) }),
};
let before = [];
for (const [name, build] of Object.entries(seeds)) {
  const store = new Datastore();
  if (name === 'farms') store.ensureIndex({ fieldName: 'name', unique: true });
  const made = [];
  for (let index = 1; index <= 14; index++)
    await new Promise((done, failed) =>
      store.insert(build(index, before), (error, item) => (error ? failed(error) : done(made.push(item._id)))),
    );
  before = made;
  routes.addDatastore(name, store);
}
const app = express();
app.use('/api', routes);
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}/api`),
);
process.once('SIGTERM', () => process.exit(0));
