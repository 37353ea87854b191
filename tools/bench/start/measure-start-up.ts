import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { repositoryRoot } from '../../field/repository-root.js';

/** How long starts take, as multiples of an empty program that was started just before. */
export interface StartUp {
  /** `assay --help`. */
  readonly help: number;
  /** `assay run` until its first request arrives. */
  readonly firstRequest: number;
}

const assay = process.env.ASSAY_BIN ?? join(repositoryRoot, 'bin/assay.js');

/** Starts an empty program, the help and a run, one after the other. `folder` is the working directory of the run. */
export async function measureStartUp(folder: string): Promise<StartUp> {
  const beforeHelp = measureProgram(['-e', '0']);
  const help = measureProgram([assay, '--help']);
  const beforeRun = measureProgram(['-e', '0']);
  return { help: help / beforeHelp, firstRequest: (await measureFirstRequest(folder)) / beforeRun };
}

function measureProgram(args: readonly string[]): number {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - startedAt;
}

async function measureFirstRequest(folder: string): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const startedAt = performance.now();
  const run = spawn(process.execPath, [assay, 'run', `http://127.0.0.1:${port}`], { cwd: folder, stdio: 'ignore' });
  const ended = once(run, 'exit');
  try {
    const isSent = await Promise.race([once(server, 'request').then(() => true), ended.then(() => false)]);
    if (!isSent) throw new Error('assay run ended without a request');
    return performance.now() - startedAt;
  } finally {
    run.kill('SIGKILL');
    await ended;
    server.closeAllConnections();
    server.close();
  }
}
