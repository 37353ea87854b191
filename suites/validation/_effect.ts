import { type Exchange, hasStatus } from '#rule';
import type { Entrance, Sending } from './_entrance.js';

/** Content that was answered, and what can be seen of it where that was a success. */
export interface Received {
  readonly exchange: Exchange;
  /** GET afterwards, where there is something to look at. */
  readonly look: Exchange | undefined;
  /** Whether the content carries a word by which its effect would be known. */
  readonly isTraceable: boolean;
  readonly word: string | undefined;
}

/** Looks for the effect of content that was answered with success. */
export async function received({ exchange, item }: Sending, text: string, word: string | undefined): Promise<Received> {
  const isTraceable = word !== undefined && text.includes(word);
  const isShown = ({ answer }: Exchange) => word !== undefined && Boolean(answer?.text.includes(word));
  const look = hasStatus(exchange, 200, 201, 204) && item ? await item.getUntil(isShown) : undefined;
  return { exchange, look, isTraceable, word };
}

/** What a success did with content that should not have been understood; undefined where it cannot be told. A creation that made nothing did nothing. */
export function effectOf({ exchange, look, isTraceable, word }: Received): 'understood' | 'ignored' | undefined {
  if (!hasStatus(exchange, 200, 201, 204)) return undefined;
  if (look === undefined || hasStatus(look, 404, 410)) return 'ignored';
  if (!hasStatus(look, 200)) return undefined;
  if (word !== undefined && look.answer?.text.includes(word)) return 'understood';
  return isTraceable ? 'ignored' : undefined;
}

/** Well-formed content in the usual way, where something else was answered with success: does it show its word at all? */
export async function control(entrance: Entrance, sending: Sending): Promise<Received | undefined> {
  if (!hasStatus(sending.exchange, 2)) return undefined;
  const text = JSON.stringify(entrance.content);
  return received(await entrance.send(text), text, entrance.word);
}
