import { type Exchange, type Finding, heldWithNote, http, inconclusive, violated } from '#rule';
import type { ContentSender, SentContent } from './content.js';

/** Content that was sent, the response, and its visible effect where that was a success. */
export interface ReceivedContent {
  readonly exchange: Exchange;
  /** GET afterwards, where there is an item to read. */
  readonly look: Exchange | undefined;
  /** Whether the content carries a text that would make its effect visible. */
  readonly isTraceable: boolean;
  readonly word: string | undefined;
}

/** Looks for the effect of content that returned a success. */
export async function readEffect({ exchange, item }: SentContent, text: string, word: string | undefined) {
  const isTraceable = word !== undefined && text.includes(word);
  const isShown = ({ answer }: Exchange) => word !== undefined && Boolean(answer?.text.includes(word));
  const look = http.hasStatus(exchange, 200, 201, 204) && item ? await item.getUntil(isShown) : undefined;
  return { exchange, look, isTraceable, word };
}

/** What a success did with content that should not have been understood; undefined where that is not known. */
export function decideEffect(received: ReceivedContent): 'understood' | 'ignored' | undefined {
  const { exchange, look, isTraceable, word } = received;
  if (!http.hasStatus(exchange, 200, 201, 204)) return undefined;
  if (look === undefined || http.hasStatus(look, 404, 410)) return 'ignored';
  if (!http.hasStatus(look, 200)) return undefined;
  if (word !== undefined && look.answer?.text.includes(word)) return 'understood';
  return isTraceable ? 'ignored' : undefined;
}

/** Well-formed content sent normally, where other content returned a success: does the item show its text at all? */
export async function sendControl(entrance: ContentSender, sending: SentContent): Promise<ReceivedContent | undefined> {
  if (!http.hasStatus(sending.exchange, 2)) return undefined;
  const text = JSON.stringify(entrance.content);
  return readEffect(await entrance.send(text), text, entrance.word);
}

/** The finding for malformed content that returned a success: it may have been understood, or ignored. */
export function judgeSuccess(got: ReceivedContent, plain: ReceivedContent | undefined, how: string): Finding {
  const effect = decideEffect(got);
  if (effect === 'understood') return heldWithNote(`content with the defect "${how}" is accepted`);
  if (effect === undefined && how !== 'bare')
    return inconclusive('setup', 'the effect of malformed JSON is not visible');
  if (effect === 'ignored' && plain && decideEffect(plain) !== 'understood')
    return inconclusive('setup', 'the item does not show the text that well-formed content carried');
  return accuseMalformed(got, [400]);
}

/** The violation: malformed content was not refused as such. */
export const accuseMalformed = ({ exchange, look }: ReceivedContent, wanted: readonly number[]): Finding =>
  violated({
    expected: `${exchange.method} of malformed JSON returns ${wanted.join(' or ')}`,
    actual: `${exchange.method} returned ${exchange.answer?.status}${look ? ', without a visible effect' : ''}`,
    shows: look ? [exchange, look] : [exchange],
  });
