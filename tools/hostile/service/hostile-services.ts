import type { Behaviour } from './behaviour.js';
import { codings } from './content-codings.js';
import { contents } from './contents.js';
import { waits } from './delays.js';
import { shown } from './displayed-text.js';
import { documents } from './documents.js';
import { framing } from './framing.js';
import { heads } from './header-sections.js';
import { ways } from './misleading-links.js';
import { oddIds } from './odd-ids.js';
import { schemas } from './schemas.js';
import { type Running, startHostile } from './start-hostile.js';
import { silences } from './unfinished-answers.js';

const kinds = {
  silence: silences,
  framing,
  head: heads,
  content: contents,
  coding: codings,
  id: oddIds,
  way: ways,
  wait: waits,
  schema: schemas,
  document: documents,
  shown,
} satisfies Record<string, readonly Behaviour[]>;

/** What a service is hostile with. */
export type Kind = keyof typeof kinds;

/** A hostile way of a service to behave, and how to start a service that does. */
export interface Hostile {
  readonly name: string;
  readonly kind: Kind;
  readonly says: string;
  start(): Promise<Running>;
}

/** All hostile ways, by kind: most have a sound orders service behind them, and are hostile at one place. */
export const hostiles: readonly Hostile[] = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
  kinds[kind].map((behaviour) => ({
    ...{ name: behaviour.name, kind, says: behaviour.says },
    start: () => startHostile(behaviour),
  })),
);

export type { Running };
