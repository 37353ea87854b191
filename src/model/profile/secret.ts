import { inspect } from 'node:util';

/**
 * A value that may be sent but never shown. Printing, serialising or inspecting it gives its name only;
 * `reveal()` is called where a request is written to the wire, and nowhere else.
 */
export class Secret {
  readonly #value: string;
  constructor(
    readonly name: string,
    value: string,
    /** An authentication scheme in front of the value (`Bearer `): no secret, and needed to copy a request. */
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
