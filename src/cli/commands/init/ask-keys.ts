import { createInterface } from 'node:readline/promises';
import type { Draft } from '../../../init/draft-passage.js';
import type { OpenKey } from '../../../init/write/annotate-profile.js';
import { answerOffer } from '../../../init/write/answer-offer.js';
import { ProfileError } from '../../../model/profile/profile-error.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import type { PromptStreams } from '../run/ask-consent.js';
import { describeKey, listMostUseful } from './init-summary.js';

export interface KeyQuestions extends Pick<PromptStreams, 'input' | 'output'> {
  readonly draft: Draft;
  readonly open: readonly OpenKey[];
  /** Rejects with a {@link ProfileError} where a draft is no profile. */
  readonly check: (draft: Draft) => Promise<void>;
}

/** Throws {@link UsageError} where a question cannot be answered. */
export function requireTerminal({ input, output }: Pick<KeyQuestions, 'input' | 'output'>): void {
  if (input.isTTY && output.isTTY) return;
  throw new UsageError(
    '--interactive asks on a terminal, and there is none; leave it out, and fill in the file that is written',
  );
}

/**
 * Asks for the keys that would enable most checks, one at a time, and again where an answer is no value for its key. Returns the draft with
 * the answers, those until the input ends; undefined after an interruption.
 */
export async function askKeys({ draft, open, check, input, output }: KeyQuestions): Promise<Draft | undefined> {
  const lines = createInterface({ input, output });
  let isInterrupted = false;
  let isOver = false;
  lines.on('SIGINT', () => {
    isInterrupted = true;
    lines.close();
  });
  const ended = new Promise<string>((resolve) => {
    lines.once('close', () => {
      isOver = true;
      resolve('');
    });
  });
  const ask = () => Promise.race([lines.question('    value (y: as above, Enter: leave it out): '), ended]);
  // Credentials are in variables, never in an answer.
  const asked = listMostUseful(open.filter(({ draftValue }) => draftValue.path[0] !== 'auth'));
  let known = draft;
  for (const [at, key] of asked.entries()) {
    if (isOver) break;
    output.write(`${at + 1} of ${asked.length}\n${describeKey(key).join('\n')}\n`);
    for (let answer = (await ask()).trim(); answer !== ''; answer = (await ask()).trim()) {
      const text = answer === 'y' ? JSON.stringify(key.draftValue.value) : answer;
      const next = await answerKey(known, key, text, check);
      if (typeof next === 'object') {
        known = next;
        break;
      }
      output.write(`    ${next}\n`);
    }
  }
  // The question has no answer that ends its line.
  if (isOver) output.write('\n');
  lines.close();
  return isInterrupted ? undefined : known;
}

/** The draft with an answer, or why it is no value for the key. */
async function answerKey(draft: Draft, { draftValue }: OpenKey, text: string, check: KeyQuestions['check']) {
  try {
    const next = answerOffer(draft, draftValue, text);
    await check(next);
    return next;
  } catch (error) {
    // The place is in a file that is written to check it.
    if (error instanceof ProfileError) return error.message.replace(/^\S+:\d+:\d+: /gm, '');
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
