import type { Blot } from './mask.js';
import { hostBlots, namedBlots } from './mask-members.js';
import { leadsTo, pointedBlots, stepsOf } from './mask-pointers.js';
import { isSensitive, plainName, stems } from './sensitive-names.js';

/** What is blotted out for where it stands or how it looks, beside what is known to be secret. */
export interface Redaction {
  /** Names of header fields, members and query parameters. */
  readonly fields?: readonly string[];
  /** JSON Pointers into bodies, `*` for any step. */
  readonly pointers?: readonly string[];
  /** Regular expressions. */
  readonly patterns?: readonly string[];
  /** Names that are shown although they sound like credentials. */
  readonly readable?: readonly string[];
  /** Values too short to be looked for elsewhere, with the name of the field that carries them. */
  readonly alone?: readonly Alone[];
}

/** A short value that is blotted only where it is all that its field holds. */
export interface Alone {
  readonly field: string;
  readonly secret: { readonly name: string; reveal(): string };
}

/** What is hidden by name, place or look. */
export interface HiddenNames {
  readonly isHidden: (name: string) => boolean;
  readonly isAt: (place: readonly string[]) => boolean;
  readonly patterns: readonly RegExp[];
  blots(text: string, isContent: boolean): readonly Blot[];
}

/** Reads what the profile says of it; names that usually carry credentials are hidden without being said. */
export function hiddenNames({
  fields = [],
  pointers = [],
  patterns = [],
  readable = [],
  alone = [],
}: Redaction): HiddenNames {
  const own = new Set(fields.map(plainName));
  const shown = new Set(readable.map(plainName));
  const steps = pointers.map(stepsOf).filter((some) => some.length > 0);
  const isHidden = (name: string) => {
    if (isSensitive(name))
      return own.size + shown.size === 0 || own.has(plainName(name)) || !shown.has(plainName(name));
    return own.size > 0 && own.has(plainName(name));
  };
  const stem = new RegExp([stems, ...[...own].filter(Boolean).map(spelt)].join('|'), 'g');
  return {
    isHidden,
    isAt: (place) => steps.length > 0 && leadsTo(steps, place),
    patterns: patterns.map((source) => new RegExp(source, 'g')),
    blots(text, isContent) {
      const pointed = isContent && steps.length > 0 ? pointedBlots(text, steps) : none;
      const lone = alone.length === 0 ? none : aloneBlots(text, alone);
      const found = namedBlots(text, stem, isHidden);
      const hosts = hostBlots(text);
      // Nearly nowhere is anything, and everything that is sent or heard passes here.
      if (pointed.length + lone.length + found.length + hosts.length === 0) return none;
      return [...pointed, ...lone, ...found, ...hosts];
    },
  };
}

const none: readonly Blot[] = [];

/** A name as it may be written: `x-customer`, `xCustomer`, `X_CUSTOMER`. */
const spelt = (name: string): string =>
  [...plainName(name)].map((sign) => (/\d/.test(sign) ? sign : `[${sign}${sign.toUpperCase()}]`)).join('[\\W_]?');

function aloneBlots(text: string, alone: readonly Alone[]): Blot[] {
  return alone.flatMap(({ field, secret }) => {
    const stemOfOwn = new RegExp(spelt(field), 'g');
    const isOwn = (name: string) => plainName(name) === plainName(field);
    const line = new RegExp(`^(?<=(?:^|\\n)${literally(field)}\\n)${literally(secret.reveal())}$`, 'gim');
    const inLines = [...text.matchAll(line)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }));
    return [...namedBlots(text, stemOfOwn, isOwn), ...inLines]
      .filter(({ from, to }) => text.slice(from, to) === secret.reveal())
      .map(({ from, to }) => ({ from, to, shown: `\${${secret.name}}` }));
  });
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
