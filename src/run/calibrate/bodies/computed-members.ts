import { isEquivalent } from '../../../model/difference.js';
import { buildPointer, isObject, type Json } from '../../../model/json.js';

/** The sent and returned values of one member. */
interface MemberHistory {
  kept: number;
  differed: number;
  readonly sent: Set<string>;
  readonly shown: Set<string>;
  readonly isNumber: boolean;
}

/** Compares bodies with what the service returns. One difference may be a coincidence, so results need at least two. */
export class MemberComparison {
  readonly #members = new Map<string, MemberHistory>();

  record(sent: Json, shown: Json | undefined): void {
    if (!isObject(sent) || !isObject(shown)) return;
    for (const [name, value] of Object.entries(sent)) {
      const returned = shown[name];
      if (!Object.hasOwn(shown, name)) continue;
      const fresh = { kept: 0, differed: 0, sent: new Set<string>(), shown: new Set<string>() };
      const member = this.#members.get(name) ?? { ...fresh, isNumber: typeof value === 'number' };
      this.#members.set(name, member);
      // Forms carry only texts, and many services return decimals as texts: a number returned as its text is unchanged.
      const isText = typeof value !== 'object' && typeof returned === 'string' && String(value) === returned;
      member[isText || isEquivalent(value, returned) ? 'kept' : 'differed'] += 1;
      member.sent.add(JSON.stringify(value));
      member.shown.add(JSON.stringify(returned));
    }
  }

  /**
   * Whether more bodies are needed: a member was returned both changed and unchanged, or a number was always sent with
   * the same value.
   */
  isOpen(): boolean {
    return [...this.#members.values()].some(
      ({ kept, differed, sent, isNumber }) => kept > 0 && (differed > 0 || (isNumber && sent.size === 1)),
    );
  }

  /**
   * Pointers of the members that the service mostly returns with another value, or always with the same value whatever
   * was sent. The service computes these; equal values may be a coincidence.
   */
  listComputed(): string[] {
    const isComputed = ({ kept, differed, shown }: MemberHistory) =>
      (differed > 1 && differed > kept) || (differed > 0 && shown.size === 1 && kept + differed > 2);
    return [...this.#members].filter(([, member]) => isComputed(member)).map(([name]) => buildPointer([name]));
  }
}
