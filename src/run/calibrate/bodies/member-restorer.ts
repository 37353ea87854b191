import type { Collection } from '../../../model/service/subject.js';
import type { OmittedMember, WriteKind } from './correct-body.js';
import { restoreMember } from './omit-member.js';

/** Maximum number of omitted members that are tried again. */
const maxRestored = 6;

/** Tries optional members, which were omitted together, one by one, once a body without them was accepted. */
export interface MemberRestorer {
  /** Takes members that were omitted now. */
  omit(members: readonly OmittedMember[]): void;
  hasUntried(): boolean;
  /** The collection with the next member in each body. */
  propose(known: Collection): Collection;
  /** The collection with the member that was tried, if a body with it was accepted. */
  record(known: Collection, isAccepted: boolean): Collection;
  /** What is omitted, in words. */
  describe(): string[];
}

/** Creates a restorer for one kind of write. */
export function createMemberRestorer(writing: WriteKind): MemberRestorer {
  let omitted: readonly OmittedMember[] = [];
  let untried: readonly OmittedMember[] = [];
  return {
    omit(members) {
      omitted = [...omitted, ...members];
      untried = [...untried, ...members].slice(0, maxRestored);
    },
    hasUntried: () => untried.length > 0,
    propose: (known) => (untried[0] ? restoreMember(known, writing, untried[0], true) : known),
    record(known, isAccepted) {
      const [tried, ...rest] = untried;
      untried = rest;
      if (tried === undefined || !isAccepted) return known;
      omitted = omitted.filter((one) => one !== tried);
      return restoreMember(known, writing, tried);
    },
    describe: () =>
      omitted.length === 0
        ? []
        : [`${omitted.map(({ name }) => name).join(', ')} ${omitted.length === 1 ? 'is' : 'are'} omitted`],
  };
}
