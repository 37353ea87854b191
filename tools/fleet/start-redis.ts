import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A Redis server of this process, with a password, that writes each change to disk. */
export interface TestRedis {
  readonly url: string;
  readonly password: string;
  /** Stops the server, and starts it again with the data on disk, or without any. */
  restart(isEmpty?: boolean): Promise<void>;
  /** Everything that it wrote to disk, after it wrote all of its memory there. */
  dump(): Buffer;
  close(): Promise<void>;
}

/** Starts a Redis server on a free port of the loopback, with its data in a folder. */
export async function startRedis(folder: string, password: string): Promise<TestRedis> {
  const port = await findFreePort();
  let server = await startServer(folder, port, password);
  const ask = (...args: string[]) =>
    spawnSync('redis-cli', ['-p', String(port), '-a', password, '--no-auth-warning', ...args], { encoding: 'utf8' });
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    password,
    async restart(isEmpty = false) {
      await stopServer(server);
      if (isEmpty) for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
      server = await startServer(folder, port, password);
    },
    dump() {
      const { stdout, stderr } = ask('save');
      if (stdout.trim() !== 'OK') throw new Error(`Redis did not save: ${stdout}${stderr}`);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))));
    },
    close: () => stopServer(server),
  };
}

/** Uncompressed, so that every value can be found in the files. */
const settings = { appendonly: 'yes', appendfsync: 'always', rdbcompression: 'no', 'auto-aof-rewrite-percentage': '0' };

async function startServer(folder: string, port: number, password: string): Promise<ChildProcess> {
  const flags = Object.entries({
    ...settings,
    dir: folder,
    bind: '127.0.0.1',
    port: String(port),
    requirepass: password,
  });
  const child = spawn(
    'redis-server',
    flags.flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.includes('Ready to accept connections')) break;
  }
  if (child.exitCode !== null) throw new Error(`Redis did not start: ${output}`);
  return child;
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}
