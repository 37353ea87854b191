import type { Socket } from 'node:net';
import type { DemoOptions } from '../../../src/demo/start-demo.js';

/** A request as it came over the wire. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  /** Names and values by turns, as they stood. */
  readonly fields: readonly string[];
  readonly content: Buffer;
}

/** An answer in HTTP as it should be. */
export interface Said {
  readonly status: number;
  readonly reason?: string;
  readonly fields: readonly (readonly [string, string])[];
  readonly content: Buffer;
}

/** Octets as they go over the wire, whatever they mean. */
export interface Octets {
  readonly octets: string | Buffer;
  /** Repeated after them until nobody listens any more. */
  readonly forever?: string | Buffer;
  /** Time between two repetitions; none where the wire alone sets the pace. */
  readonly everyMs?: number;
  /** What becomes of the connection; it is closed where nothing is said. */
  readonly then?: 'hang' | 'reset' | 'keep';
}

/** A request and where it came in. */
export interface Visit {
  readonly asked: Asked;
  readonly socket: Socket;
  /** The origin of the service. */
  readonly origin: string;
  /** Another origin, where nobody has any business. */
  readonly away: string;
  /** What the sound orders service says to this, or to a request with other parts. */
  sound(changed?: Partial<Asked>): Promise<Said>;
}

/** What a behaviour makes of a visit; undefined leaves it to the sound service. */
export type Turn = (visit: Visit) => Octets | Said | undefined | Promise<Octets | Said | undefined>;

/** A way to be hostile. */
export interface Behaviour {
  readonly name: string;
  readonly says: string;
  readonly turn: Turn;
  /** Written as soon as a connection stands. */
  readonly greeting?: string;
  /** How the sound service behind it is started. */
  readonly demo?: DemoOptions;
}

/** Does the same whatever is asked for. */
export const always = (name: string, says: string, answer: Octets): Behaviour => ({ name, says, turn: () => answer });

/** Sound, but for some answers, which are changed on their way. */
export const spoiling = (
  name: string,
  says: string,
  isMet: (asked: Asked) => boolean,
  spoil: (said: Said, visit: Visit) => Octets | Said | undefined,
  demo?: DemoOptions,
): Behaviour => ({
  ...{ name, says, ...(demo && { demo }) },
  turn: async (visit) => (isMet(visit.asked) ? spoil(await visit.sound(), visit) : undefined),
});

/** The answer with this content, its length told as it is. */
export const saying = (said: Said, content: string | Buffer): Said => ({
  ...said,
  fields: without(said.fields, 'content-length'),
  content: Buffer.from(content as Buffer),
});

/** The answer with these fields in the place of those of the same name. */
export const fielded = (said: Said, ...fields: readonly (readonly [string, string])[]): Said => ({
  ...said,
  fields: [...fields.reduce<Said['fields']>((rest, [name]) => without(rest, name), said.fields), ...fields],
});

/** What stands in a field, or nothing. */
export const fieldOf = ({ fields }: Said, wanted: string): string | undefined =>
  fields.find(([name]) => name.toLowerCase() === wanted)?.[1];

const without = (fields: Said['fields'], unwanted: string) =>
  fields.filter(([name]) => name.toLowerCase() !== unwanted);

/** Reads of an item. */
export const isItem = ({ method, target }: Asked): boolean => method === 'GET' && /^\/orders\/[^/?]+$/.test(target);
/** Reads of the list. */
export const isList = ({ method, target }: Asked): boolean => method === 'GET' && /^\/orders(\?|$)/.test(target);
/** Creations. */
export const isCreation = ({ method, target }: Asked): boolean => method === 'POST' && /^\/orders(\?|$)/.test(target);
/** Reads of the description. */
export const isDocument = ({ method, target }: Asked): boolean => method === 'GET' && target === '/openapi.json';
