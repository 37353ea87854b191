import { parse } from 'yaml';
import { UsageError } from '../../model/profile/usage-error.js';
import type { Draft, DraftPassage, DraftValue } from '../draft-passage.js';

/** The draft with a value in place of a suggestion, which is then declared. Throws UsageError where the text is no YAML value. */
export function answerOffer(draft: Draft, offer: DraftValue, text: string): Draft {
  const value = parseValue(text);
  const answer = (values: readonly DraftValue[]) =>
    values.map((one) => (one === offer ? { ...one, value, why: 'answered', isOffer: false } : one));
  const answerIn = ({ draftValues, actions, ...rest }: DraftPassage): DraftPassage => ({
    ...rest,
    draftValues: answer(draftValues),
    actions: actions.map(answerIn),
  });
  return { ...draft, draftValues: answer(draft.draftValues), resources: draft.resources.map(answerIn) };
}

function parseValue(text: string) {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`this is no value: ${(error as Error).message.split('\n')[0]}`);
  }
}
