import { inspect } from 'node:util';

/**
 * A value that may be sent but never shown. Printing, serializing or inspecting it gives only its name; `reveal()` is
 * called only where a request is sent.
 */
export class Secret {
  readonly #value: string;
  constructor(
    readonly name: string,
    value: string,
    /** An authentication scheme before the value (`Bearer `): not secret, and needed to copy a request. */
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
