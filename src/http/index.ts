/** The wire: the only room that knows undici and the raw socket. */
export { type ClientOptions, type OpenClient, openClient } from './client.js';
export type { Recorded } from './recorder.js';
export type { Answer, Client, Concealed, Exchange, Headers, RawAnswer, RawExchange, Request } from './exchange.js';
export { unsent } from './exchange.js';
export { type Lines, linesTo } from './json-lines.js';
export { writePrivately } from './private-file.js';
export { reach, Unreachable } from './connectivity.js';
export { noTape, type Tape, tapeTo } from './tape.js';
