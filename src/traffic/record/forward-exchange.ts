import type {
  Agent,
  ClientRequest,
  IncomingMessage,
  InformationEvent,
  RequestOptions,
  ServerResponse,
} from 'node:http';
import { createTimeoutError, describeTargetError, type ProxyError, renderProxyError } from './proxy-error.js';
import { changeFields, pairFields, type RawFields, selectEndToEnd } from './raw-fields.js';
import type { ExchangeRecording } from './traffic-recorder.js';

/** How many exchanges there were, and how they ended. */
export interface TrafficCounts {
  exchanges: number;
  /** With a response of the service, whole or not. */
  answered: number;
  /** Without a response of the service: it could not be reached, closed the connection, or took too long. */
  unanswered: number;
  /** Not forwarded: CONNECT, upgrades, other origins, and what is not HTTP. */
  refused: number;
  /** The client ended the connection before the end of the response. */
  aborted: number;
  /** The service ended the connection within the response. */
  broken: number;
}

/** What all exchanges of a proxy have in common. */
export interface ForwardingOptions {
  readonly target: URL;
  /** Origin of the proxy. */
  readonly origin: string;
  readonly request: (options: RequestOptions) => ClientRequest;
  readonly agent: Agent;
  /** Milliseconds without progress until a response begins. */
  readonly timeoutMs: number;
  readonly counts: TrafficCounts;
}

/** A request of a client, its end-to-end fields, and the response to it. */
export interface ForwardedMessages {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly fields: RawFields;
}

/** Maximum size of a header section, in octets: more than servers accept, so that the service decides and not the proxy. */
export const maxHeaderSize = 256 * 1024;

/** Forwards one request to the target and its response to the client. */
export class Forwarding {
  readonly #options: ForwardingOptions;
  readonly #recording: ExchangeRecording;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #fields: RawFields;
  #upstream: ClientRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether all of the response was read. It is recorded once the client has it, so that no client waits for that. */
  #isWhole = false;
  #isOver = false;

  constructor(
    options: ForwardingOptions,
    recording: ExchangeRecording,
    { incoming, outgoing, fields }: ForwardedMessages,
  ) {
    this.#options = options;
    this.#recording = recording;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#fields = fields;
    // Ends are seen by `close`, which follows every error.
    incoming.on('error', () => {});
    outgoing.on('error', () => {});
    incoming.on('data', (chunk: Buffer) => recording.content.request.add(chunk));
    incoming.on('end', () => recording.requestEnded());
    outgoing.on('close', () => this.abandon());
  }

  /** Whether octets of the response are on this connection. */
  isAnswering(socket: unknown): boolean {
    return this.#outgoing.socket === socket && this.#outgoing.headersSent;
  }

  /** Answers in place of the target. */
  refuse(error: ProxyError): void {
    this.#options.counts.refused += 1;
    this.#answerError(error);
  }

  /** Sends the request to the target, with this path. */
  send(path: string): void {
    const hasContent = ['content-length', 'transfer-encoding'].some((name) => name in this.#incoming.headers);
    try {
      this.#open(path, hasContent);
    } catch (error) {
      this.#fail(describeTargetError(this.#options.target.origin, error as Error));
    }
  }

  #open(path: string, hasContent: boolean): void {
    const { target, agent, request, timeoutMs } = this.#options;
    const method = this.#incoming.method ?? 'GET';
    const fields = this.#buildRequestFields();
    // Node would send an empty chunked body with these methods; without a list of fields, that can be prevented.
    const isBare = !hasContent && !/^(GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method);
    const upstream = request({
      protocol: target.protocol,
      hostname: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      method,
      path,
      agent,
      maxHeaderSize,
      setHost: false,
      ...(!isBare && { headers: fields }),
    });
    this.#upstream = upstream;
    upstream.maxHeadersCount = 0;
    if (isBare) {
      upstream.useChunkedEncodingByDefault = false;
      for (const [name, value] of pairFields(fields)) upstream.appendHeader(name, value);
    }
    upstream.on('information', (interim) => this.#onInformation(interim));
    upstream.on('response', (response) => this.#onResponse(response));
    upstream.on('error', (error) => {
      const isStale = upstream.reusedSocket && /^(ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '');
      const isSafe = /^(GET|HEAD|OPTIONS)$/.test(method) && !hasContent;
      // An idle connection that the service closed meanwhile says nothing about the request (RFC 9110 §9.2.2).
      if (isStale && isSafe && !this.#isOver && !this.#outgoing.headersSent) this.send(path);
      else this.#fail(describeTargetError(target.origin, error));
    });
    this.#startTimer(timeoutMs);
    if (hasContent) this.#pipeContent(upstream);
    else {
      this.#incoming.resume();
      upstream.end();
    }
  }

  #pipeContent(upstream: ClientRequest): void {
    const incoming = this.#incoming;
    incoming.on('data', () => this.#timer?.refresh());
    incoming.on('end', () => addTrailers(upstream, incoming));
    incoming.pipe(upstream);
    // A client may wait for a response to the header section before it sends content.
    setImmediate(() => upstream.flushHeaders());
  }

  /** The end-to-end fields in their order, with those of the connection to the target. */
  #buildRequestFields(): string[] {
    const { host } = this.#options.target;
    const { headers, httpVersion } = this.#incoming;
    const coding = headers['transfer-encoding'];
    const fields = changeFields(this.#fields, (name, value) => {
      if (name === 'host') return host;
      return name === 'trailer' && coding === undefined ? undefined : value;
    });
    if (headers.host === undefined) fields.unshift('Host', host);
    // A gateway must name itself to the service, and may leave responses as they are (RFC 9110 §7.6.3).
    fields.push('Via', `${httpVersion} assay`);
    if (/(^|,)\s*trailers\s*([,;]|$)/i.test(String(headers.te))) fields.push('TE', 'trailers', 'Connection', 'TE');
    if (coding !== undefined) fields.push('Transfer-Encoding', coding);
    return fields;
  }

  /** A request that makes no progress is given up; a client that pauses its upload is not. */
  #startTimer(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const isClientsTurn = !this.#incoming.complete && !this.#incoming.isPaused();
      if (isClientsTurn) this.#startTimer(timeoutMs);
      else this.#fail(createTimeoutError(this.#options.target.origin, timeoutMs));
    }, timeoutMs);
  }

  #onInformation({ statusCode, statusMessage, rawHeaders, headers }: InformationEvent): void {
    this.#timer?.refresh();
    if (this.#incoming.httpVersion === '1.0') return;
    if (statusCode === 100) {
      this.#outgoing.writeContinue();
      return;
    }
    const fields = pairFields(selectEndToEnd(rawHeaders, headers.connection));
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
    // Node writes no other interim responses as they are.
    this.#outgoing.socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1');
  }

  #onResponse(response: IncomingMessage): void {
    clearTimeout(this.#timer);
    const outgoing = this.#outgoing;
    const { statusCode: status = 0, statusMessage = '', rawHeaders } = response;
    outgoing.sendDate = false;
    try {
      outgoing.writeHead(status, statusMessage, this.#buildResponseFields(response));
    } catch (error) {
      const detail = `the response of ${this.#options.target.origin} cannot be passed on: ${(error as Error).message}`;
      this.#fail({ status: 502, type: 'http_protocol_error', detail });
      return;
    }
    this.#options.counts.answered += 1;
    this.#recording.responseBegan(status, rawHeaders);
    response.on('error', () => {});
    response.on('data', (chunk: Buffer) => this.#recording.content.response.add(chunk));
    response.on('end', () => {
      this.#isWhole = true;
      addTrailers(outgoing, response);
    });
    response.on('close', () => {
      if (response.complete || this.#isOver) return;
      this.#options.counts.broken += 1;
      this.#end(false, '');
      outgoing.destroy();
    });
    response.pipe(outgoing);
    // Content that arrived with the header section is sent with it; an event stream may have none for long.
    setImmediate(() => outgoing.flushHeaders());
  }

  #buildResponseFields({ rawHeaders, headers, statusCode = 0 }: IncomingMessage): string[] {
    const { target, origin } = this.#options;
    const coding = headers['transfer-encoding'];
    const mayBeChunked = this.#incoming.httpVersion !== '1.0' && statusCode !== 204 && statusCode !== 304;
    const isChunked = coding !== undefined && mayBeChunked;
    const fields = changeFields(selectEndToEnd(rawHeaders, headers.connection), (name, value) => {
      if (name === 'location') return mapLocation(value, target.origin, origin);
      return name === 'trailer' && !isChunked ? undefined : value;
    });
    if (isChunked) fields.push('Transfer-Encoding', coding);
    return fields;
  }

  #fail(error: ProxyError): void {
    if (this.#isOver || this.#outgoing.headersSent) return;
    this.#options.counts.unanswered += 1;
    this.#answerError(error);
  }

  #answerError(error: ProxyError): void {
    this.#end(false, `assay record: ${error.detail}`);
    const { title, fields, body } = renderProxyError(error);
    this.#incoming.unpipe();
    this.#incoming.resume();
    this.#upstream?.destroy();
    this.#outgoing.writeHead(error.status, title, fields).end(body);
  }

  /** The connection of the client is closed, or its response is complete. */
  abandon(): void {
    if (this.#isWhole) this.#end(true, '');
    if (!this.#isOver) {
      this.#options.counts.aborted += 1;
      this.#end(false, 'the client closed the connection before there was a response');
    }
    const { socket, complete } = this.#incoming;
    const isLost = !this.#outgoing.writableFinished || (!complete && socket.destroyed);
    if (isLost) this.#upstream?.destroy();
    // After a response, Node reports the end of an upload on the connection only.
    else if (!complete) socket.once('close', () => this.#incoming.complete || this.#upstream?.destroy());
  }

  #end(isWhole: boolean, silence: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#recording.end(isWhole, silence);
  }
}

/** Passes trailer fields on, once all content is read. */
function addTrailers(to: ClientRequest | ServerResponse, from: IncomingMessage): void {
  if (from.rawTrailers.length > 0) to.addTrailers(pairFields(from.rawTrailers));
}

/** An absolute URL of the target leads a client past the proxy; the same path of the proxy does not. */
function mapLocation(value: string, target: string, origin: string): string {
  const isAbsolute = /^https?:\/\//i.test(value) && URL.canParse(value);
  return isAbsolute && new URL(value).origin === target ? value.replace(/^[^/]*\/\/[^/?#]*/, origin) : value;
}
