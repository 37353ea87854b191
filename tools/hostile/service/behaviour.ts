import type { Socket } from 'node:net';
import type { DemoOptions } from '../../../src/demo/start-demo.js';

/** A request as it came over the wire. */
export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  /** Names and values by turns, as they stood. */
  readonly fields: readonly string[];
  readonly content: Buffer;
}

/** An answer in HTTP as it should be. */
export interface HostileAnswer {
  readonly status: number;
  readonly reason?: string;
  readonly fields: readonly (readonly [string, string])[];
  readonly content: Buffer;
}

/** Octets as they go over the wire, whatever they mean. */
export interface RawOctets {
  readonly octets: string | Buffer;
  /** Repeated after them until the connection is closed. */
  readonly forever?: string | Buffer;
  /** Time between two repetitions; none where the wire alone sets the pace. */
  readonly everyMs?: number;
  /** The treatment of the connection; closed by default. */
  readonly then?: 'hang' | 'reset' | 'keep';
}

/** A request and where it came in. */
export interface HostileContext {
  readonly request: HostileRequest;
  readonly socket: Socket;
  /** The origin of the service. */
  readonly origin: string;
  /** Another origin, to which no request may be sent. */
  readonly otherOrigin: string;
  /** Returns the response of the correct service to this request, or to a changed one. */
  askDemo(changed?: Partial<HostileRequest>): Promise<HostileAnswer>;
}

/** The response of a behaviour to a request; undefined for that of the correct service. */
export type Reaction = (
  visit: HostileContext,
) => RawOctets | HostileAnswer | undefined | Promise<RawOctets | HostileAnswer | undefined>;

/** A way to be hostile. */
export interface Behaviour {
  readonly name: string;
  readonly says: string;
  readonly react: Reaction;
  /** Written as soon as a connection stands. */
  readonly greeting?: string;
  /** Options of the correct service behind it. */
  readonly demo?: DemoOptions;
}

/** Does the same whatever is asked for. */
export const createConstantBehaviour = (name: string, says: string, answer: RawOctets): Behaviour => ({
  name,
  says,
  react: () => answer,
});

/** The correct service with some changed responses. HEAD has the header of the changed response to GET. */
export const createSpoilingBehaviour = (
  name: string,
  says: string,
  isMet: (asked: HostileRequest) => boolean,
  spoil: (said: HostileAnswer, visit: HostileContext) => RawOctets | HostileAnswer | undefined,
  demo?: DemoOptions,
): Behaviour => ({
  ...{ name, says, ...(demo && { demo }) },
  async react(visit) {
    if (isMet(visit.request)) return spoil(await visit.askDemo(), visit);
    if (visit.request.method !== 'HEAD' || !isMet({ ...visit.request, method: 'GET' })) return undefined;
    const changed = await spoil(await visit.askDemo({ method: 'GET' }), visit);
    return changed !== undefined && 'status' in changed ? changed : undefined;
  },
});

/** The answer with this content, its length told as it is. */
export const replaceContent = (said: HostileAnswer, content: string | Buffer): HostileAnswer => ({
  ...said,
  fields: removeField(said.fields, 'content-length'),
  content: Buffer.from(content as Buffer),
});

/** The answer with these fields in the place of those of the same name. */
export const replaceFields = (
  said: HostileAnswer,
  ...fields: readonly (readonly [string, string])[]
): HostileAnswer => ({
  ...said,
  fields: [
    ...fields.reduce<HostileAnswer['fields']>((rest, [name]) => removeField(rest, name), said.fields),
    ...fields,
  ],
});

/** The value of a field, or undefined. */
export const findField = ({ fields }: HostileAnswer, wanted: string): string | undefined =>
  fields.find(([name]) => name.toLowerCase() === wanted)?.[1];

const removeField = (fields: HostileAnswer['fields'], unwanted: string) =>
  fields.filter(([name]) => name.toLowerCase() !== unwanted);

/** Reads of an item. */
export const isItem = ({ method, target }: HostileRequest): boolean =>
  method === 'GET' && /^\/orders\/[^/?]+$/.test(target);
/** Reads of the list. */
export const isList = ({ method, target }: HostileRequest): boolean =>
  method === 'GET' && /^\/orders(\?|$)/.test(target);
/** Creations. */
export const isCreation = ({ method, target }: HostileRequest): boolean =>
  method === 'POST' && /^\/orders(\?|$)/.test(target);
/** Reads of the description. */
export const isDocument = ({ method, target }: HostileRequest): boolean =>
  method === 'GET' && target === '/openapi.json';
