import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeOutputFile } from '../../../http/private-file.js';
import { servedContentPolicy } from '../../../report/html/page/assets.js';
import {
  liveEnd,
  liveStart,
  renderLiveItem,
  writeMessage,
  writeRedirect,
  writeServedReport,
} from '../../../report/html/served/served-pages.js';
import { readReport } from '../../files/read-report.js';
import type { ReplayFlags } from '../replay/replay-violations.js';
import { checkRequest } from './check-request.js';
import { followTape, isRunUnderWay } from './follow-tape.js';
import { openInBrowser } from './open-report.js';
import { createReplayKeeper, type PageResponse, type ReplayKeeper } from './replay-on-request.js';

/** Serves the report on the loopback address until the process is interrupted, and opens it in a browser. Throws UsageError. */
export async function serveReport(file: string, flags: ReplayFlags): Promise<void> {
  if (!isRunUnderWay(file)) readReport(file);
  const interrupted = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
  });
  const { url, close } = await startReportServer(file, flags);
  // Other users of this machine see the arguments of a browser, which must not contain the token.
  const redirectFile = resolve(dirname(file), 'serve.html');
  try {
    writeOutputFile(redirectFile, writeRedirect(url));
    process.stdout.write(`${url}\nInterrupt with Ctrl-C to stop.\n`);
    await openInBrowser(pathToFileURL(redirectFile).href).catch((error: Error) =>
      process.stderr.write(`assay: ${error.message}\n`),
    );
    await interrupted;
  } finally {
    await close();
    rmSync(redirectFile, { force: true });
  }
}

/** Starts the server of a report on a free port. */
export async function startReportServer(file: string, flags: ReplayFlags) {
  const token = randomBytes(32).toString('base64url');
  const replays = createReplayKeeper(file, flags);
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', (request, response) => {
    respond(request, response, { file, replays, host, token }).catch((error: Error) => {
      if (response.headersSent) response.destroy();
      else send(response, { status: 409, page: writeMessage('Not possible', error.message) });
    });
  });
  return {
    url: `http://${host}/${token}/`,
    async close() {
      server.close();
      await replays.settle();
      server.closeAllConnections();
    },
  };
}

interface Served {
  readonly file: string;
  readonly replays: ReplayKeeper;
  readonly host: string;
  readonly token: string;
}

async function respond(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  const { refused, page, number } = checkRequest(request, served);
  const { file, replays } = served;
  if (refused !== undefined) send(response, { status: refused });
  else if (page === 'live') await sendLive(response, file);
  else if (page === 'report') send(response, showReport(file));
  else if (request.method === 'POST') send(response, await replays.replay(number, await readForm(request)));
  else send(response, replays.show(number));
}

const showReport = (file: string): PageResponse =>
  existsSync(file)
    ? { status: 200, page: writeServedReport(readReport(file), isRunUnderWay(file)) }
    : { status: 303, location: 'live' };

async function sendLive(response: ServerResponse, file: string): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(200, headers).write(liveStart);
  for await (const text of followTape(file, gone.signal)) response.write(renderLiveItem(text));
  response.end(liveEnd);
}

/** Maximum octets of a form. */
const maxForm = 1_000;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > maxForm) throw new Error('the form is too long');
  }
  return new URLSearchParams(text);
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${servedContentPolicy}; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

const send = (response: ServerResponse, { status, page, location }: PageResponse): void =>
  void response.writeHead(status, { ...headers, ...(location !== undefined && { location }) }).end(page);
