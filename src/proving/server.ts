import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Answer, problem, problemWith } from './answer.js';
import type { Request } from './service.js';

const maximumContent = 64 * 1024;

/** An HTTP server around a function from request to answer. */
export function serve(answerTo: (request: Request) => Answer): Server {
  const server = createServer((message, response) => {
    receive(message, (content) => {
      const tooLarge = problemWith(413, `Content may have ${maximumContent} octets.`, { connection: 'close' });
      const isHead = message.method === 'HEAD';
      send(response, content ? attempt(answerTo, message, content) : tooLarge, isHead);
    });
  });
  // A client that pauses must not lose the race against a server that gives up the connection.
  server.keepAliveTimeout = 60_000;
  return server;
}

/** Hands over the content, or undefined as soon as it is too much. */
function receive(message: IncomingMessage, proceed: (content: Buffer | undefined) => void): void {
  if (Number(message.headers['content-length'] ?? 0) > maximumContent) {
    message.resume();
    proceed(undefined);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const finish = (content: Buffer | undefined) => {
    if (!isDone) proceed(content);
    isDone = true;
  };
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maximumContent) finish(undefined);
    else chunks.push(chunk);
  });
  message.on('end', () => finish(Buffer.concat(chunks)));
}

function attempt(answerTo: (request: Request) => Answer, message: IncomingMessage, content: Buffer): Answer {
  const { method = 'GET', url = '/', headers } = message;
  try {
    return answerTo({ method, target: url, headers, content });
  } catch {
    return problem(500, 'The service failed.');
  }
}

function send(response: ServerResponse, answer: Answer, isHead: boolean): void {
  const { status, headers, body, tail } = answer;
  const content = body === undefined ? '' : JSON.stringify(body);
  const canHaveContent = status !== 204 && status !== 304;
  const length = canHaveContent ? { 'content-length': String(Buffer.byteLength(content)) } : {};
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const close = tail === undefined ? {} : { connection: 'close' };
  response.socket?.cork();
  response.writeHead(status, { ...type, ...length, ...headers, ...close });
  response.end(isHead || !canHaveContent ? undefined : content);
  // Octets that node:http would hold back go past it.
  if (tail !== undefined) response.socket?.write(tail);
  response.socket?.uncork();
}
