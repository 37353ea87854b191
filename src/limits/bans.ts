import type { ClientRequest, SentExchange } from '../http/exchange.js';
import { isUnsafeRequest } from '../http/method-guard.js';
import { getHeader } from '../model/exchange.js';
import type { StopReason, WaitControl } from './circuit-breaker.js';
import type { RequestResult } from './classify-answer.js';

/** Waits for the end of a ban, in milliseconds; the run ends when it lasts longer. */
const waitsMs = [2_000, 4_000, 8_000, 16_000, 30_000];

const maxBans = 5;

/** Pause after each refused request once there was a ban, in milliseconds; each further ban doubles it. */
const spacingMs = 250;

/**
 * Most successful requests, to different paths, that are sent again to find out whether everything is refused. They are from before the
 * first write: what the run creates may be gone later, and some services answer 403 for that.
 */
const controlCount = 2;

/** Number of 403 responses after which those that were no ban before are doubted again. */
const doubtfulCount = 10;

/** What a ban needs of the run: sends a request at once, delays all others, and waits until they may be sent. */
export interface BanControl extends WaitControl {
  readonly send: (request: ClientRequest) => Promise<SentExchange>;
  readonly awaitTurn: () => Promise<void> | undefined;
}

/**
 * Finds out that the service, or what is before it, refuses everything for a while, as after many errors of a client: what it
 * answered before gets 403, too (RFC 9110 §15.5.4). Such a response says nothing about its request, which was not carried out.
 */
export class BanWatch {
  /** The first requests of the default caller that succeeded. */
  readonly #controls: ClientRequest[] = [];
  /** Whether the run may have changed what it read. */
  hasWritten = false;
  over: StopReason | undefined;
  /** What 403 responses contain that are no ban. */
  readonly #usual = new Set<string>();
  #refusals = 0;
  #check: Promise<boolean> | undefined;
  #bans = 0;
  #waitedMs = 0;
  #firstAt: number | undefined;

  constructor(private readonly control: BanControl) {}

  /** Records a request before the first write, whose success may be a control. */
  observe(request: ClientRequest, { answer }: RequestResult): void {
    this.hasWritten = isUnsafeRequest(request);
    const { method, path, headers, as } = request;
    const isKnown = this.#controls.some((one) => getPlainPath(one) === getPlainPath(request));
    if (this.hasWritten || this.#controls.length === controlCount || isKnown || as !== undefined) return;
    const isGood = method === 'GET' && answer !== undefined && answer.status >= 200 && answer.status < 300;
    if (isGood) this.#controls.push({ method, path, role: 'control', ...(headers && { headers }) });
  }

  /** Resolves to whether a request with this error was refused by a ban that is over now, so that it is sent again. */
  async awaitEnd(exchange: RequestResult): Promise<boolean> {
    const status = exchange.answer?.status ?? 0;
    // Fewer errors in the same time may be below the limit.
    if (this.#bans > 0) this.control.holdUp(spacingMs * 2 ** (this.#bans - 1));
    if (this.over || status !== 403) return false;
    this.#refusals += 1;
    if (this.#usual.has(describe(exchange)) && this.#refusals < doubtfulCount) return false;
    this.#check ??= this.#awaitSuccess(exchange).finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  async #awaitSuccess(exchange: RequestResult): Promise<boolean> {
    const controls = this.#controls;
    this.#refusals = 0;
    if (controls.length === 0 || !(await this.#areRefused(controls))) {
      this.#usual.add(describe(exchange));
      return false;
    }
    this.#bans += 1;
    this.#firstAt ??= exchange.n;
    for (const ms of this.#bans > maxBans ? [] : waitsMs) {
      if (ms >= this.control.leftMs()) break;
      this.control.holdUp(ms);
      this.#waitedMs += ms;
      await this.control.awaitTurn();
      if (!(await this.#areRefused(controls))) return true;
    }
    const why = `the service returns 403 to what it answered before (exchange ${exchange.n}), also after waiting`;
    this.over = { cause: 'refused', why };
    return false;
  }

  async #areRefused(controls: readonly ClientRequest[]): Promise<boolean> {
    const exchanges = await Promise.all(controls.map(this.control.send));
    return exchanges.every(({ answer }) => answer?.status === 403);
  }

  /** Notes about the bans for the report. */
  notes(): string[] {
    if (this.#bans === 0) return [];
    const count = this.#bans === 1 ? 'For a while' : `${this.#bans} times`;
    return [
      `${count} the service returned 403 to everything (first in exchange ${this.#firstAt}), as gateways do after many errors of a client: the run waited ${this.#waitedMs / 1_000} s, sent refused requests again, and has been slower after errors since. To avoid it: --rate, or let the gateway pass its requests`,
    ];
  }
}

/** What a refusal contains, without what differs each time. */
const describe = ({ answer }: RequestResult): string =>
  `${getHeader(answer, 'content-type')} ${(answer && 'text' in answer ? String(answer.text) : '').replace(/[\da-f-]*\d[\da-f-]*/gi, '')}`;

const getPlainPath = ({ path }: ClientRequest): string | undefined => path.split('?')[0];
