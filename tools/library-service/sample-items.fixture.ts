import type { Json, JsonObject } from '../../src/demo/service/http/json.js';
import { createRawClient, type RawClient, type Reply } from '../../test/support/raw-client.js';
import { type RunningLibrary, startLibrary } from './start-library.js';

/** A library with one author, one shelf, one book and one copy in it. */
export interface SampleLibrary {
  readonly library: RunningLibrary;
  readonly ask: RawClient;
  readonly shelf: string;
  readonly author: string;
  readonly book: string;
  readonly copy: string;
  readonly authorId: Json;
}

/** Starts a library with one item of each kind. */
export async function startSampleLibrary(): Promise<SampleLibrary> {
  const library = await startLibrary();
  const ask = createRawClient(library.url);
  const shelf = getLocation(await ask('POST', '/shelves', { name: 'Poetry' }));
  const maker = await ask('POST', '/authors', { name: 'Ada' });
  const authorId = maker.body.id ?? null;
  const book = getLocation(await ask('POST', `${shelf}/books`, { title: 'Notes', authorId }));
  const copy = getLocation(await ask('POST', `${book}/copies`, { label: 'A1' }));
  return { library, ask, shelf, author: getLocation(maker), book, copy, authorId };
}

/** The Location of a created item; throws if there is none. */
export function getLocation({ status, headers, text }: Reply): string {
  if (status !== 201 || headers.location === undefined) throw new Error(`Nothing was made: ${status} ${text}`);
  return headers.location;
}

/** The entries of a page. */
export const listReplyEntries = ({ body }: Reply): readonly JsonObject[] => body.items as readonly JsonObject[];
