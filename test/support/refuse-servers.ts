import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { Server, Socket } from 'node:net';

/** Keeps the quick tests pure: a test that listens, connects or starts a process must be a `.server.test.ts` or `.long.test.ts`. */
const refuse = (what: string) => (): never => {
  throw new Error(`a quick test may not ${what}: name the file *.server.test.ts`);
};

Server.prototype.listen = refuse('listen');
Socket.prototype.connect = refuse('connect');
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync'] as const)
  Object.assign(childProcess, { [name]: refuse('start a process') });
syncBuiltinESMExports();
