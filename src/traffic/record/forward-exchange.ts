import type { Agent, ClientRequest, IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { createTimeoutError, describeTargetError, type ProxyError, renderProxyError } from './proxy-error.js';
import { type FieldPairs, listValues, pairFields, selectEndToEnd } from './raw-fields.js';
import type { ExchangeRecording } from './traffic-recorder.js';

/** How many exchanges there were, and how they ended. */
export interface TrafficCounts {
  /** Requests that were recorded. */
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

/** Maximum size of a header section, in octets: more than servers accept, so that the service decides and not the proxy. */
export const maxHeaderSize = 256 * 1024;

/** Forwards one request to the target and its response to the client. */
export class Forwarding {
  readonly #options: ForwardingOptions;
  readonly #recording: ExchangeRecording;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #fields: FieldPairs;
  #upstream: ClientRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    options: ForwardingOptions,
    recording: ExchangeRecording,
    { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  ) {
    this.#options = options;
    this.#recording = recording;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#fields = pairFields(incoming.rawHeaders);
    // Ends are seen by `close`, which follows every error.
    incoming.on('error', () => {});
    outgoing.on('error', () => {});
    incoming.on('data', (chunk: Buffer) => recording.content.request.add(chunk));
    incoming.on('end', () => recording.requestEnded());
    incoming.on('close', () => {
      if (!incoming.complete) this.#upstream?.destroy();
    });
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
      ...(!isBare && { headers: fields.flat() }),
    });
    this.#upstream = upstream;
    upstream.maxHeadersCount = 0;
    if (isBare) {
      upstream.useChunkedEncodingByDefault = false;
      for (const [name, value] of fields) upstream.appendHeader(name, value);
    }
    upstream.on('information', ({ statusCode, statusMessage, rawHeaders }) =>
      this.#onInformation(statusCode, statusMessage, pairFields(rawHeaders)),
    );
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
    // The service need not read all of it; the client still has to be able to send it.
    upstream.on('close', () => {
      incoming.unpipe();
      incoming.resume();
    });
    // A client may wait for a response to the header section before it sends content.
    setImmediate(() => upstream.flushHeaders());
  }

  /** The end-to-end fields in their order, with those of the connection to the target. */
  #buildRequestFields(): FieldPairs {
    const { target } = this.#options;
    const { headers, httpVersion } = this.#incoming;
    const coding = headers['transfer-encoding'];
    const kept = selectEndToEnd(this.#fields).filter(([name]) => coding !== undefined || !/^trailer$/i.test(name));
    const hasHost = kept.some(([name]) => /^host$/i.test(name));
    const takesTrailers = listValues(this.#fields, 'te').some((member) => /^trailers\b/i.test(member));
    return [
      ...(hasHost ? [] : [['Host', target.host] as const]),
      ...kept.map(([name, value]) => [name, /^host$/i.test(name) ? target.host : value] as const),
      // A gateway must name itself to the service, and may leave responses as they are (RFC 9110 §7.6.3).
      ['Via', `${httpVersion} assay`],
      ...(takesTrailers
        ? ([
            ['TE', 'trailers'],
            ['Connection', 'TE'],
          ] as const)
        : []),
      ...(coding === undefined ? [] : [['Transfer-Encoding', coding] as const]),
    ];
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

  #onInformation(status: number, message: string, fields: FieldPairs): void {
    this.#timer?.refresh();
    if (this.#incoming.httpVersion === '1.0') return;
    if (status === 100) {
      this.#outgoing.writeContinue();
      return;
    }
    const lines = selectEndToEnd(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    // Node writes no other interim responses as they are.
    this.#outgoing.socket?.write(`HTTP/1.1 ${status} ${message}\r\n${lines.join('')}\r\n`, 'latin1');
  }

  #onResponse(response: IncomingMessage): void {
    clearTimeout(this.#timer);
    this.#options.counts.answered += 1;
    const outgoing = this.#outgoing;
    const fields = pairFields(response.rawHeaders);
    const status = response.statusCode ?? 0;
    this.#recording.responseBegan(status, fields);
    outgoing.sendDate = false;
    outgoing.writeHead(status, response.statusMessage ?? '', this.#buildResponseFields(response, fields).flat());
    response.on('error', () => {});
    response.on('data', (chunk: Buffer) => this.#recording.content.response.add(chunk));
    response.on('end', () => {
      addTrailers(outgoing, response);
      this.#end(true, '');
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

  #buildResponseFields(response: IncomingMessage, fields: FieldPairs): FieldPairs {
    const { target, origin } = this.#options;
    const coding = response.headers['transfer-encoding'];
    const isChunked =
      coding !== undefined && this.#incoming.httpVersion !== '1.0' && !/^(204|304)$/.test(`${response.statusCode}`);
    return [
      ...selectEndToEnd(fields)
        .filter(([name]) => isChunked || !/^trailer$/i.test(name))
        .map(
          ([name, value]) =>
            [name, /^location$/i.test(name) ? mapLocation(value, target.origin, origin) : value] as const,
        ),
      ...(isChunked ? [['Transfer-Encoding', coding] as const] : []),
    ];
  }

  #fail(error: ProxyError): void {
    if (this.#isOver) return;
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
    if (!this.#isOver) {
      this.#options.counts.aborted += 1;
      this.#end(false, 'the client closed the connection before there was a response');
    }
    if (!this.#outgoing.writableFinished) this.#upstream?.destroy();
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
  if (from.rawTrailers.length > 0) to.addTrailers(pairFields(from.rawTrailers) as [string, string][]);
}

/** An absolute URL of the target leads a client past the proxy; the same path of the proxy does not. */
function mapLocation(value: string, target: string, origin: string): string {
  const isAbsolute = /^https?:\/\//i.test(value) && URL.canParse(value);
  return isAbsolute && new URL(value).origin === target ? value.replace(/^[^/]*\/\/[^/?#]*/, origin) : value;
}
