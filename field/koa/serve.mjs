import { createServer } from 'node:http';
import { createApp } from './app.mjs';
import { openDatabase } from './database.mjs';
import { seed } from './seed.mjs';

const db = await openDatabase();
await seed(db);
const server = createServer(createApp(db).callback());
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => process.exit(0));
