import { createRedactor, type Redactor } from '../../http/redact/redactor.js';
import type { Tape } from '../../http/tape.js';
import { decodeContent } from '../../http/transport/content-coding.js';
import { clock } from '../../model/clock.js';
import { getHeader, type HeaderFields } from '../../model/exchange.js';
import type { GotRecord, SentRecord } from '../../model/recorded-exchange.js';
import { createCredentialLearner } from './learn-credentials.js';
import { groupFields, type RawFields } from './raw-fields.js';

/** Credentials that the usual names do not cover: signed addresses, logins, sessions. */
const furtherNames =
  'signature sig sid code_verifier SAMLResponse assertion client_assertion id_token_hint X-Amz-Signature X-Goog-Signature X-Auth X-Session'.split(
    ' ',
  );

/** A JSON Web Token, wherever it is. */
const tokenPattern = '\\beyJ[\\w-]{8,1000}\\.[\\w-]{8,1000}\\.[\\w-]{0,1000}';

/** The head of a message: what is known before its content. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly fields: RawFields;
}

/** Puts exchanges of others on a tape, redacted. */
export type TrafficRecorder = ReturnType<typeof createTrafficRecorder>;

export type ExchangeRecording = ReturnType<TrafficRecorder['begin']>;

/** Creates a recorder of requests to an origin. `names`: further names of fields, parameters and members to redact. */
export function createTrafficRecorder(tape: Tape, origin: string, names: readonly string[] = []) {
  const redactor = createRedactor([], { fields: [...furtherNames, ...names], patterns: [tokenPattern] });
  const learner = createCredentialLearner(redactor);
  const { host } = new URL(origin);
  let count = 0;
  const recordRequest = ({ method, target, fields }: RequestHead, content: ContentCapture, isWhole: boolean) => {
    const headers = { ...groupFields(fields), host };
    learner.fromFields(headers);
    learner.fromQuery(target);
    const { shown, values } = content.record(headers, isWhole, redactor);
    learner.fromContent(values);
    const request: SentRecord = {
      method,
      url: redactor.redact(origin + target),
      headers: redactor.fields(headers),
      ...shown,
    };
    return request;
  };
  const recordResponse = (status: number, fields: RawFields, content: ContentCapture, isWhole: boolean) => {
    const headers = groupFields(fields);
    learner.fromFields(headers);
    const { shown, values } = content.record(headers, isWhole, redactor);
    learner.fromContent(values);
    const answer: GotRecord = { status, headers: redactor.fields(headers), ...shown };
    return answer;
  };
  return {
    /** Number of exchanges so far. */
    count: () => count,
    /** Begins the record of a request that has arrived. */
    begin(head: RequestHead) {
      count += 1;
      const [n, at, startedAt] = [count, clock.epochMs(), clock.now()];
      const content = { request: new ContentCapture(), response: new ContentCapture() };
      let response: { readonly status: number; readonly fields: RawFields } | undefined;
      let sent: SentRecord | undefined;
      let isWholeRequest = false;
      const labels = { n, at, trial: undefined, role: undefined };
      /** Puts the request on the tape, once. */
      const putRequest = (): SentRecord => {
        if (sent !== undefined) return sent;
        sent = recordRequest(head, content.request, isWholeRequest);
        tape.sent({ ...labels, request: sent });
        return sent;
      };
      return {
        content,
        /** The request has arrived completely; it is put on the tape after it was passed on. */
        requestEnded() {
          isWholeRequest = true;
          setImmediate(putRequest);
        },
        /** The head of the response has arrived. */
        responseBegan(status: number, fields: RawFields) {
          response = { status, fields };
        },
        /** The exchange is over; `silence` says why there is no response. */
        end(isWhole: boolean, silence: string) {
          const request = putRequest();
          const ms = Math.round((clock.now() - startedAt) * 10) / 10;
          const end =
            response === undefined
              ? { ms, silence: redactor.redact(silence) }
              : { ms, answer: recordResponse(response.status, response.fields, content.response, isWhole) };
          tape.ended({ ...labels, request, end });
        },
      };
    },
  };
}

/** Maximum length of recorded content, in characters; and what is kept after it, where a secret may end. */
const recordLimit = 1024 * 1024;
const keptLength = recordLimit + 8 * 1024;

/** Maximum length of decoded content, in octets. */
const decodedLimit = 8 * keptLength;

/** Number of chunks after which they are merged: many small ones take more memory than their octets. */
const maxChunks = 512;

/**
 * Media types whose content is recorded: those in which credentials can be recognised. HTML, XML and parts of a
 * multipart message have their own syntax for names and values.
 */
const recordedTypes = /^$|[/+](json|.*-json|ndjson|jsonl|x-www-form-urlencoded)\b|^text\/(?!html|xml)/i;

/** Keeps the beginning of a message's content while it passes. */
export class ContentCapture {
  /** Number of octets that passed. */
  length = 0;
  #chunks: Buffer[] = [];
  #kept = 0;

  add(chunk: Buffer): void {
    this.length += chunk.length;
    const room = keptLength - this.#kept;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.#kept += part.length;
    if (this.#chunks.push(part) > maxChunks) this.#chunks = [Buffer.concat(this.#chunks)];
  }

  /** The content as it is recorded, and the values that were redacted in it. `isWhole`: the message was complete. */
  record(headers: HeaderFields, isWhole: boolean, { content: redact }: Redactor) {
    if (this.length === 0 && isWhole) return { shown: {}, values: [] };
    const isCut = !isWhole || this.#kept < this.length;
    const text = this.#readText(headers, isCut);
    if (text === undefined) return { shown: { cutFrom: this.length }, values: [] };
    const { text: content, values } = redact(text, recordLimit);
    if (isCut) return { shown: { content, cutFrom: this.length }, values };
    return { shown: text.length > recordLimit ? { content, cutFrom: text.length } : { content }, values };
  }

  /** The content as text; undefined if it has a type that is not recorded, or cannot be decoded. */
  #readText(headers: HeaderFields, isCut: boolean): string | undefined {
    const [type = ''] = (getHeader({ headers }, 'content-type') ?? '').split(';');
    const whole = Buffer.concat(this.#chunks);
    const isRecorded =
      recordedTypes.test(type.trim()) && (type !== '' || /^\s*[[{"]/.test(whole.toString('latin1', 0, 64)));
    const plain = isRecorded ? decodeContent(headers, whole, decodedLimit, isCut) : 'not recorded';
    if (typeof plain === 'string') return undefined;
    try {
      // A character at the end may be incomplete where the content is.
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain, { stream: isCut });
    } catch {
      return undefined;
    }
  }
}
