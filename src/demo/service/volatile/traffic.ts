import type { Request } from '../http/request.js';
import type { SeededRandom } from '../seeded-random.js';
import type { Settings } from '../settings.js';

/** A server node; in a fleet they differ. */
export interface ServerNode {
  readonly name: string;
  readonly language: Language;
  /** Decimal digits of the seconds of its clock. */
  readonly precision: 0 | 3 | 6;
}

export type Language = 'en' | 'de';

const fleet: readonly [ServerNode, ...ServerNode[]] = [
  { name: 'node-a', language: 'en', precision: 3 },
  { name: 'node-b', language: 'de', precision: 6 },
  { name: 'node-c', language: 'en', precision: 0 },
];

export class Traffic {
  answered = 0;
  node: ServerNode = fleet[0];
  language: Language = 'en';

  constructor(
    private readonly settings: Settings,
    private readonly chance: SeededRandom,
  ) {}

  begin({ headers }: Request): void {
    this.answered += 1;
    const { isFleet, hasInstruments } = this.settings;
    if (isFleet || hasInstruments) this.node = this.chance.pick(fleet);
    const [asked] = /^(en|de)\b/i.exec(headers['accept-language'] ?? '') ?? [];
    this.language = asked === undefined ? this.node.language : (asked.toLowerCase() as Language);
  }
}
