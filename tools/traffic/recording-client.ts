import { type Answer, type Call, type CheckClock, Client } from '../shapes/checker/client.js';
import type { ServiceFacts } from '../shapes/facts/facts.js';
import { hashNumber } from '../shapes/facts/ids.js';
import { createEntry, type HarEntry } from './client-script.js';

/** What the clients of one recording share. */
export interface Recording {
  readonly entries: HarEntry[];
  readonly clock: CheckClock;
  /** Ends when the request before has been answered: the service receives one after the other, in a fixed order. */
  turn: Promise<unknown>;
}

/** Pauses of a client before a request, and times until the service receives it and after it answered, in milliseconds. */
const [pauses, delays] = [
  [20, 150, 900, 3_000],
  [2, 15, 80, 400],
] as const;

/** A client of several at work at the same time: what they sent and received is recorded with times that may overlap. */
export class RecordingClient extends Client {
  private endedAt = 0;

  constructor(
    url: string,
    facts: ServiceFacts,
    private readonly recording: Recording,
    /** Its index among the clients, and that of the caller whose credentials it has. */
    private readonly own: { readonly index: number; readonly caller: number },
  ) {
    super(url, facts, recording.clock);
  }

  override send(call: Call): Promise<Answer> {
    return super.send(call.caller === null ? call : { ...call, caller: this.own.caller });
  }

  override transmit(call: Call): Promise<Answer> {
    const answered = this.recording.turn.then(() => this.record(call));
    this.recording.turn = answered;
    return answered;
  }

  private async record(call: Call): Promise<Answer> {
    const { entries, clock } = this.recording;
    const pick = (of: readonly number[], what: string) =>
      of[hashNumber(of.length, this.facts.design.seed, this.own.index, this.requests, what)] ?? 0;
    clock.pause(Math.max(0, this.endedAt - clock.now()) + pick(pauses, 'pause'));
    const at = Math.max(this.endedAt, clock.now() - pick(delays, 'before'));
    const answer = await super.transmit(call);
    this.endedAt = clock.now() + pick(delays, 'after');
    const { method = 'GET', path, headers = {}, body: text } = call;
    const { status, headers: fields, text: body } = answer;
    const times = { at, ms: this.endedAt - at };
    entries.push(
      createEntry({
        ...{ ...times, method, url: `${this.url}${path}`, headers, text, status, body },
        fields: Object.entries(fields),
      }),
    );
    return answer;
  }
}
