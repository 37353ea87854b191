import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { clock } from '../../clock.js';
import { type Answer, type AnswerResult, createProblem, createProblemWithHeaders } from './answer.js';
import { type DeliveryOptions, encodeContent, sendContent, sendInterim, spellFieldNames } from './deliver-answer.js';
import type { Request } from './request.js';

const maximumContent = 64 * 1024;

export type AnswerFinisher = (request: Request, answer: Answer) => Answer;

/** Creates an HTTP server; a complete request is carried out even if the client does not wait. */
export function createAnswerServer(
  answerTo: (request: Request) => AnswerResult,
  finish: AnswerFinisher = (_, answer) => answer,
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
  // The server keeps idle connections longer than any client pause, so that they do not close at the wrong moment.
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
    method,
    target: url,
    headers,
    content,
    address: socket.remoteAddress ?? '',
    wasHandedOver: () => handedOver,
  };
}

/** Reads the content; undefined when it is too long. Incomplete content is not passed on. */
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

function answerOrFail(answerTo: (request: Request) => AnswerResult, finish: AnswerFinisher, request: Request) {
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
  if (delivery.isReset || delivery.isFatal) {
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
    ...(answer.tail === undefined ? {} : { connection: 'close' }),
  };
  response.writeHead(status, spellFieldNames(fields, delivery));
  sendContent(response, hasContent ? content : undefined, delivery);
  // node:http would hold these octets back, so they are written to the socket.
  if (tail !== undefined) response.socket?.write(tail);
  response.socket?.uncork();
  if (delivery.isLast) response.once('close', () => response.req.socket.end());
}

const plainDelivery: DeliveryOptions = {};

function createFramingFields({ body, delivery = plainDelivery }: Answer, canHaveContent: boolean, length: number) {
  const isCounted = canHaveContent && delivery.chunk === undefined;
  return {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(isCounted && { 'content-length': String(length) }),
    ...(delivery.coding !== undefined && canHaveContent && { 'content-encoding': delivery.coding }),
  };
}
