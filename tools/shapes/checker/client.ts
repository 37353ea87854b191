import { Agent, request as send } from 'node:http';
import { writeCredentials } from '../facts/credentials.js';
import type { ServiceFacts } from '../facts/facts.js';

/** The time of the checker and the service. */
export interface CheckClock {
  now(): number;
  pause(ms: number): void;
}

/** A clock that leaps. */
export function createLeapingClock(): CheckClock {
  let now = Date.UTC(2026, 2, 1);
  return {
    now: () => now,
    pause(ms) {
      now += ms;
    },
  };
}

export interface Call {
  readonly method?: string;
  /** From the root, with a query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Index of the caller; null: without credentials. Default: the first one. */
  readonly caller?: number | null;
  /** Neither repeated after a failure of the gateway, nor after a refusal by the rate limit. */
  readonly isSentOnce?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The content as JSON; undefined: it is none. */
  readonly json: unknown;
}

/** A request with its answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly answer: Answer;
}

/** Errors after which the checker waits, so that a gateway does not ban it. */
const errorsAtMost = 40;
const banWindow = 10_000;

/** Sends requests as a client that knows the design. */
export class Client {
  /** Failures of the gateway so far. */
  failures = 0;
  /** Requests so far. */
  requests = 0;
  /** The last answers, one for each method, path and status. */
  private readonly last = new Map<string, Exchange>();
  private errors = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly sessions = new Map<number, string>();

  constructor(
    readonly url: string,
    readonly facts: ServiceFacts,
    readonly clock: CheckClock,
  ) {}

  get exchanges(): Iterable<Exchange> {
    return this.last.values();
  }

  close(): void {
    this.agent.destroy();
  }

  /** Sends a request; repeats it after failures of the gateway and when the rate limit refuses it. */
  async send(call: Call): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.sendOnce(call);
      if (call.isSentOnce || attempt >= 8 || !this.isTemporary(answer)) return answer;
    }
  }

  private isTemporary({ status, headers }: Answer): boolean {
    const { rateLimit, gateway } = this.facts.design.service;
    if (status === 429 && rateLimit !== 'none') {
      this.clock.pause(1000 * Number(headers['retry-after'] ?? 10));
      return true;
    }
    const isFailure = gateway === 'fails' && (status === 502 || status === 503);
    if (isFailure) this.failures++;
    return isFailure;
  }

  private async sendOnce(call: Call): Promise<Answer> {
    if (this.errors >= errorsAtMost) {
      this.clock.pause(banWindow);
      this.errors = 0;
    }
    const credentials = await this.readCredentials(call.caller === undefined ? 0 : call.caller);
    const separator = call.path.includes('?') ? '&' : '?';
    // The address of the next page has the key of this one.
    const isKnown = credentials.query === undefined || call.path.includes(credentials.query);
    const path = isKnown ? call.path : `${call.path}${separator}${credentials.query}`;
    const answer = await this.transmit({ ...call, path, headers: { ...credentials.headers, ...call.headers } });
    if (answer.status >= 400) this.errors++;
    return answer;
  }

  private async readCredentials(caller: number | null) {
    const one = caller === null ? undefined : this.facts.callers[caller];
    const { access } = this.facts.design.service;
    if (!one || caller === null) return { headers: {}, query: undefined };
    if (access !== 'session') return writeCredentials(access, one);
    const session = this.sessions.get(caller) ?? (await this.logIn(one.name, one.password));
    this.sessions.set(caller, session);
    return { headers: { cookie: session }, query: undefined };
  }

  private async logIn(user: string, password: string): Promise<string> {
    const answer = await this.send({
      method: 'POST',
      path: this.facts.loginPath,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user, password }),
      caller: null,
    });
    return answer.headers['set-cookie']?.split(';')[0] ?? '';
  }

  /** Sends a request as it is, without credentials. */
  transmit({ method = 'GET', path, headers = {}, body }: Call): Promise<Answer> {
    this.requests++;
    return new Promise((resolve, reject) => {
      const request = send(`${this.url}${path}`, { method, headers, agent: this.agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = readAnswer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks));
          this.last.set(`${method} ${path.split('?')[0]} ${answer.status}`, { method, path, answer });
          resolve(answer);
        });
      });
      request.on('error', reject);
      request.end(body);
    });
  }
}

function readAnswer(status: number, headers: Record<string, string | string[] | undefined>, bytes: Buffer): Answer {
  const text = bytes.length > 5_000_000 ? '' : bytes.toString();
  const fields = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  const isJson = /json/.test(String(headers['content-type'] ?? ''));
  return { status, headers: Object.fromEntries(fields), bytes, text, json: isJson ? parse(text) : undefined };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
