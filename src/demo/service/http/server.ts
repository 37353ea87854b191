import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { clock } from '../../clock.js';
import { type Answer, type AnswerResult, createProblem, createProblemWithHeaders } from './answer.js';
import { type DeliveryOptions, encodeContent, sendContent, sendInterim, spellFieldNames } from './deliver-answer.js';
import type { Request } from './request.js';

const maximumContent = 64 * 1024;

/** Gives its last shape to an answer that the server found by itself. */
export type AnswerFinisher = (request: Request, said: Answer) => Answer;

/** An HTTP server around a function from request to answer. What was asked for as a whole is done to its end, whether or not the client waits for it. */
export function createAnswerServer(
  answerTo: (request: Request) => AnswerResult,
  finish: AnswerFinisher = (_, said) => said,
): Server {
  const server = createServer((message, response) => {
    receiveContent(message, (content) => {
      const request = createRequest(message, response, content ?? Buffer.alloc(0));
      const send = (answer: Answer) => transmitAnswer(response, answer, request.method === 'HEAD');
      const answering = content ? answerOrFail(answerTo, finish, request) : finish(request, tooLargeAnswer);
      if (answering instanceof Promise) void answering.then(send);
      else send(answering);
    });
  });
  // A client that pauses must not lose the race against a server that gives up the connection.
  server.keepAliveTimeout = 60_000;
  return server;
}

const tooLargeAnswer = createProblemWithHeaders(413, `Content may have ${maximumContent} octets.`, {
  connection: 'close',
});

function createRequest(message: IncomingMessage, response: ServerResponse, content: Buffer): Request {
  const { method = 'GET', url = '/', headers, socket } = message;
  const handedOver = new Promise<boolean>((resolve) => {
    response.once('close', () => resolve(response.writableFinished));
  });
  return {
    ...{ method, target: url, headers, content, address: socket.remoteAddress ?? '' },
    wasHandedOver: () => handedOver,
  };
}

/** Hands over the content, or undefined as soon as it is too much; content that never comes whole is not handed over. */
function receiveContent(message: IncomingMessage, proceed: (content: Buffer | undefined) => void): void {
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

function answerOrFail(
  answerTo: (request: Request) => AnswerResult,
  finish: AnswerFinisher,
  request: Request,
): AnswerResult {
  const failed = () => finish(request, createProblem(500, 'The service failed.'));
  try {
    const answering = answerTo(request);
    return answering instanceof Promise ? answering.catch(failed) : answering;
  } catch {
    return failed();
  }
}

function transmitAnswer(response: ServerResponse, answer: Answer, isHead: boolean): void {
  const { status, body, text, tail, delivery = plainDelivery } = answer;
  if (delivery.isReset) {
    response.socket?.resetAndDestroy();
    return;
  }
  const content = encodeContent(text ?? (body === undefined ? '' : JSON.stringify(body)), delivery);
  const canHaveContent = status !== 204 && status !== 304;
  const hasContent = !isHead && canHaveContent;
  response.socket?.cork();
  sendInterim(response, delivery);
  const date = new Date(clock.epochMs()).toUTCString();
  const fields = {
    date,
    ...createFramingFields(answer, canHaveContent, content.length),
    ...answer.headers,
    ...createConnectionFields(answer),
  };
  response.writeHead(status, spellFieldNames(fields, delivery));
  sendContent(response, hasContent ? content : undefined, delivery);
  // Octets that node:http would hold back go past it.
  if (tail !== undefined) response.socket?.write(tail);
  response.socket?.uncork();
  if (delivery.isLast) response.once('close', () => response.req.socket.end());
}

const plainDelivery: DeliveryOptions = {};

function createFramingFields(
  { body, delivery = plainDelivery }: Answer,
  canHaveContent: boolean,
  length: number,
): OutgoingHttpHeaders {
  const isCounted = canHaveContent && delivery.chunk === undefined;
  return {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(isCounted && { 'content-length': String(length) }),
    ...(delivery.coding !== undefined && canHaveContent && { 'content-encoding': delivery.coding }),
  };
}

const createConnectionFields = ({ tail }: Answer): OutgoingHttpHeaders =>
  tail === undefined ? {} : { connection: 'close' };
