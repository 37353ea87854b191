/** An entry of an archive as a JSON text; undefined for one that is too large. */
export interface HarPart {
  /** What the file says before its entries; the same for all. */
  readonly head: string;
  readonly text: string | undefined;
}

/** Thrown for a file that is no archive, or ends within one. */
export class HarError extends Error {}

/** Longest entry, and longest text before the entries, in octets. */
const maxEntryOctets = 16 * 1024 * 1024;
const maxHeadOctets = 64 * 1024;
const maxNameLength = 20;

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

/** Depth of the members of `log`, and of the elements of `log.entries`. */
const [logDepth, entryDepth] = [2, 4];

/**
 * Splits an HTTP Archive at the elements of `log.entries`, so that one of a gigabyte is never in memory as a whole. Throws {@link
 * HarError}.
 */
export async function* splitHar(chunks: AsyncIterable<Buffer>): AsyncGenerator<HarPart> {
  const splitter = new HarSplitter();
  for await (const chunk of chunks) yield* splitter.read(chunk);
  splitter.end();
}

class HarSplitter {
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** The latest text that may be the name of a member of `log`. */
  #name = '';
  #state: 'before' | 'entries' | 'after' = 'before';
  #head = '';
  /** The beginning of an entry from earlier chunks, and its length. */
  #kept: Buffer[] = [];
  #size = 0;

  *read(chunk: Buffer): Generator<HarPart> {
    let from = this.#depth >= entryDepth ? 0 : -1;
    let i = 0;
    while (i < chunk.length) {
      if (this.#isText) {
        i = this.#skipText(chunk, i);
        continue;
      }
      const code = chunk[i];
      if (code === quote) this.#beginText();
      else if (code === openBrace || code === openBracket) {
        this.#open(code, chunk, i);
        if (this.#state === 'entries' && this.#depth === entryDepth) from = i;
      } else if (this.#close(code)) {
        yield this.#finish(chunk.subarray(from, i + 1));
        from = -1;
      }
      i += 1;
    }
    this.#keep(chunk, from);
  }

  end(): void {
    if (this.#state === 'before') throw new HarError('it has no log.entries');
    if (this.#depth > 0) throw new HarError('it ends before the end of its log');
  }

  #beginText(): void {
    this.#isText = true;
    if (this.#depth <= logDepth) this.#name = '';
  }

  /** Returns the position after the text, or the end of the chunk. */
  #skipText(chunk: Buffer, start: number): number {
    let from = start;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      from += 1;
    }
    for (;;) {
      const at = chunk.indexOf(quote, from);
      const end = at < 0 ? chunk.length : at;
      const isEscaped = this.#endsEscaped(chunk, from, end);
      if (at >= 0 && isEscaped) {
        from = at + 1;
        continue;
      }
      if (this.#depth <= logDepth) this.#name += chunk.toString('latin1', start, Math.min(end, start + maxNameLength));
      if (at < 0) this.#isEscaped = isEscaped;
      else this.#isText = false;
      return at < 0 ? end : end + 1;
    }
  }

  #endsEscaped(chunk: Buffer, from: number, end: number): boolean {
    let count = 0;
    while (end - count > from && chunk[end - count - 1] === backslash) count += 1;
    return count % 2 === 1;
  }

  #open(code: number, chunk: Buffer, at: number): void {
    this.#depth += 1;
    const isEntries = this.#depth === logDepth + 1 && code === openBracket && this.#name === 'entries';
    if (this.#state !== 'before' || !isEntries) return;
    this.#state = 'entries';
    this.#head = (this.#head + chunk.toString('utf8', 0, Math.min(at, maxHeadOctets))).slice(0, maxHeadOctets);
  }

  /** Returns whether an entry ends here. */
  #close(code: number | undefined): boolean {
    if (code !== closeBrace && code !== closeBracket) return false;
    this.#depth -= 1;
    if (this.#state !== 'entries') return false;
    if (this.#depth === logDepth) this.#state = 'after';
    return this.#depth === entryDepth - 1;
  }

  /** Keeps what is needed of a chunk: the head of the file, or the beginning of an entry at `from`. */
  #keep(chunk: Buffer, from: number): void {
    if (this.#state === 'before' && this.#head.length < maxHeadOctets)
      this.#head += chunk.toString('utf8', 0, maxHeadOctets);
    if (from < 0 || this.#state !== 'entries') return;
    const part = chunk.subarray(from);
    this.#size += part.length;
    // The stream may use the memory of a chunk again.
    if (this.#size <= maxEntryOctets) this.#kept.push(Buffer.from(part));
    else this.#kept = [];
  }

  #finish(last: Buffer): HarPart {
    const isWhole = this.#size + last.length <= maxEntryOctets;
    const text = isWhole ? Buffer.concat([...this.#kept, last]).toString('utf8') : undefined;
    this.#kept = [];
    this.#size = 0;
    return { head: this.#head, text };
  }
}
