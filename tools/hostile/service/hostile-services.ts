import type { DemoOptions } from '../../../src/demo/start-demo.js';
import type { Behaviour } from './behaviour.js';
import { codings } from './content-codings.js';
import { contents } from './contents.js';
import { delays } from './delays.js';
import { displayedTexts } from './displayed-text.js';
import { documents } from './documents.js';
import { framing } from './framing.js';
import { headerSections } from './header-sections.js';
import { misleadingLinks } from './misleading-links.js';
import { oddIds } from './odd-ids.js';
import { schemas } from './schemas.js';
import { type RunningHostile, startHostile } from './start-hostile.js';
import { unfinishedAnswers } from './unfinished-answers.js';

const behavioursByKind = {
  silence: unfinishedAnswers,
  framing,
  head: headerSections,
  content: contents,
  coding: codings,
  id: oddIds,
  way: misleadingLinks,
  wait: delays,
  schema: schemas,
  document: documents,
  shown: displayedTexts,
} satisfies Record<string, readonly Behaviour[]>;

/** What a service is hostile with. */
export type HostileKind = keyof typeof behavioursByKind;

/** A hostile way of a service to behave, and how to start a service that does. */
export interface HostileService {
  readonly name: string;
  readonly kind: HostileKind;
  readonly says: string;
  /** Options of the correct service behind it. */
  readonly demo: DemoOptions;
  start(): Promise<RunningHostile>;
}

/** All hostile behaviours by kind; most have a correct orders service behind them, and are hostile in one place. */
export const hostileServices: readonly HostileService[] = (Object.keys(behavioursByKind) as HostileKind[]).flatMap(
  (kind) =>
    behavioursByKind[kind].map((behaviour) => ({
      ...{ name: behaviour.name, kind, says: behaviour.says, demo: behaviour.demo ?? {} },
      start: () => startHostile(behaviour),
    })),
);

export type { RunningHostile as Running };
