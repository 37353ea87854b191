import type { Request } from '../http/request.js';
import type { SeededRandom } from '../seeded-random.js';
import type { Settings } from '../settings.js';

/** A machine that answers; in a fleet each is of another make. */
export interface ServerNode {
  readonly name: string;
  /** The language it speaks where nobody asks for one. */
  readonly language: Language;
  /** Digits behind the seconds of its clock. */
  readonly precision: 0 | 3 | 6;
}

/** Languages in which states have names. */
export type Language = 'en' | 'de';

/** The machines by the order in which they were bought. */
const fleet: readonly [ServerNode, ...ServerNode[]] = [
  { name: 'node-a', language: 'en', precision: 3 },
  { name: 'node-b', language: 'de', precision: 6 },
  { name: 'node-c', language: 'en', precision: 0 },
];

/** What passes through the service, and who answers it. */
export class Traffic {
  /** Requests so far, of whatever kind. */
  answered = 0;
  node: ServerNode = fleet[0];
  language: Language = 'en';

  constructor(
    private readonly settings: Settings,
    private readonly chance: SeededRandom,
  ) {}

  /** Counts a request, and gives it to a machine. */
  begin({ headers }: Request): void {
    this.answered += 1;
    const { isFleet, hasInstruments } = this.settings;
    if (isFleet || hasInstruments) this.node = this.chance.pick(fleet);
    const [asked] = /^(en|de)\b/i.exec(headers['accept-language'] ?? '') ?? [];
    this.language = asked === undefined ? this.node.language : (asked.toLowerCase() as Language);
  }
}
