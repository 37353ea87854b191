import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunningService } from './service.js';

/** The major versions of json-server that are audited. */
export type Version = 'v0' | 'v1';

/** Starts a json-server in this process, on a free port, with the same data each time. */
export async function startJsonServer(version: Version): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), `json-server-${version}-`));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  // A test may end without closing its services.
  process.once('exit', removeFolder);
  const server = createServer(
    await (version === 'v0' ? createVersionZero() : createVersionOne(join(folder, 'db.json'))),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await closeServer(server);
      process.off('exit', removeFolder);
      removeFolder();
    },
  };
}

const load = createRequire(import.meta.url);

/** As its README starts it from a program, over an object: over a file it writes all of it, and waits, with each request. */
function createVersionZero(): RequestListener {
  const jsonServer = load('json-server-v0');
  const app = jsonServer.create();
  app.use(jsonServer.defaults({ logger: false }));
  app.use(jsonServer.router(createSeedData('v0')));
  return app;
}

/** As its own command does, over a file; the command itself never tells which port it was given. */
async function createVersionOne(file: string): Promise<RequestListener> {
  writeFileSync(file, JSON.stringify(createSeedData('v1')));
  const application = load.resolve('json-server-v1/lib/app.js');
  const { createApp } = await import(pathToFileURL(application).href);
  const lowdb = createRequire(application);
  const { Low } = await import(pathToFileURL(lowdb.resolve('lowdb')).href);
  const { JSONFile } = await import(pathToFileURL(lowdb.resolve('lowdb/node')).href);
  const db = new Low(new JSONFile(file), {});
  await db.read();
  const app = createApp(db, { logger: false });
  return app.handler.bind(app);
}

function createSeedData(version: Version) {
  const id = (n: number) => (version === 'v0' ? n : String(n));
  const range = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  return {
    posts: range(12).map((n) => ({ id: id(n), title: `Post number ${n}`, views: n * 100 })),
    comments: range(30).map((n) => ({ id: id(n), text: `Comment number ${n}`, postId: id(((n - 1) % 12) + 1) })),
    profile: { name: 'typicode' },
  };
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
