import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// express-pouchdb writes a log and its settings into the working directory.
const folder = mkdtempSync(join(tmpdir(), 'couch-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.chdir(folder);

const require = createRequire(import.meta.url);
const PouchDB = require('pouchdb-core')
  .plugin(require('pouchdb-adapter-memory'))
  .plugin(require('pouchdb-mapreduce'))
  .defaults({ adapter: 'memory' });
const handle = require('express-pouchdb')(PouchDB, {
  mode: 'minimumForPouchDB',
  inMemoryConfig: true,
});

const databases = {
  customers: (index) => ({ name: `Customer ${index}`, city: 'Bern' }),
  orders: (index) => ({ customer: 'customer-1', total: index * 10, paid: false }),
  notes: (index) => ({ text: `Note ${index}`, order: 'order-1' }),
};
for (const [name, build] of Object.entries(databases)) {
  const database = new PouchDB(name);
  for (let index = 1; index <= 12; index++)
    await database.put({ _id: `${name.slice(0, -1)}-${index}`, ...build(index) });
}

const server = createServer(handle).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
process.once('SIGTERM', () => process.exit(0));
