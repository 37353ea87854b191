import type { Collection } from '../../../model/service/subject.js';
import type { OmittedMember, WriteKind } from './correct-body.js';
import { restoreMember } from './omit-member.js';

/** Maximum number of omitted members that are tried again. */
const maxRestored = 6;

/** Creates a restorer for one kind of write. */
export function createMemberRestorer(writing: WriteKind) {
  let omitted: readonly OmittedMember[] = [];
  let untried: readonly OmittedMember[] = [];
  return {
    /** Takes members that were omitted now. */
    omit(members: readonly OmittedMember[]): void {
      omitted = [...omitted, ...members];
      untried = [...untried, ...members].slice(0, maxRestored);
    },
    hasUntried: () => untried.length > 0,
    /** The collection with the next member in each body. */
    propose: (known: Collection) => (untried[0] ? restoreMember(known, writing, untried[0], true) : known),
    /** The collection with the member that was tried, if a body with it was accepted. */
    record(known: Collection, isAccepted: boolean): Collection {
      const [tried, ...rest] = untried;
      untried = rest;
      if (tried === undefined || !isAccepted) return known;
      omitted = omitted.filter((one) => one !== tried);
      return restoreMember(known, writing, tried);
    },
    /** What is omitted, in words. */
    describe: () =>
      omitted.length === 0
        ? []
        : [`${omitted.map(({ name }) => name).join(', ')} ${omitted.length === 1 ? 'is' : 'are'} omitted`],
  };
}
