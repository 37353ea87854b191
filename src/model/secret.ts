import { inspect } from 'node:util';

/** A value that may be sent but never shown; its name is shown instead. */
export interface NamedSecret {
  readonly name: string;
  /** An authentication scheme in front of the value (`Bearer `): not secret, and needed to copy a request. */
  readonly prefix?: string;
  reveal(): string;
}

/** A text that is sent: plain, or a secret that is revealed only when it is sent. */
export type MaybeSecret = string | NamedSecret;

export const revealText = (text: MaybeSecret): string => (typeof text === 'string' ? text : text.reveal());

/**
 * A value that may be sent but never shown. Printing, serializing or inspecting it gives only its name; `reveal()` is
 * called only where a request is sent.
 */
export class Secret implements NamedSecret {
  readonly #value: string;
  constructor(
    readonly name: string,
    value: string,
    readonly prefix = '',
  ) {
    this.#value = prefix + value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return `${this.prefix}\${${this.name}}`;
  }
  toJSON(): string {
    return this.toString();
  }
  [inspect.custom](): string {
    return this.toString();
  }
}
