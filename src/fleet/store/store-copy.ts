import { dirname, relative, sep } from 'node:path';
import { createFolder, writePrivateFile } from '../../http/private-file.js';
import type { ObjectStore, WriteCondition } from './object-store.js';

/** Takes a line about what happens. */
export type Note = (line: string) => void;

/** A local folder and its copy in an object store, with what is known about the copy. */
export interface StoreCopy {
  readonly store: ObjectStore;
  readonly folder: string;
  /** The name in the store of a local file. */
  toName(file: string): string;
  send(file: string): Promise<void>;
  /** Writes an object of the store to its local file. Returns its entity tag, or undefined if it does not exist. */
  fetch(file: string): Promise<string | undefined>;
  /** Records that the store has the result of a target. */
  addSent(run: string, target: string): void;
  isSent(run: string, target: string): boolean;
  /** Records the run that was read last. */
  setRunTag(etag: string | undefined): void;
  /** Under which the run may be replaced. */
  getRunCondition(): WriteCondition;
}

/** Connects a folder with a store of which nothing is known. */
export function createStoreCopy(store: ObjectStore, folder: string): StoreCopy {
  const sent = new Set<string>();
  let runTag: string | undefined;
  const toName = (file: string): string => relative(folder, file).split(sep).join('/');
  return {
    store,
    folder,
    toName,
    async send(file) {
      await store.write(toName(file), file);
    },
    async fetch(file) {
      const found = await store.read(toName(file));
      if (found === undefined) return undefined;
      createFolder(dirname(file));
      writePrivateFile(file, found.text);
      return found.etag;
    },
    addSent: (run, target) => void sent.add(`${run} ${target}`),
    isSent: (run, target) => sent.has(`${run} ${target}`),
    setRunTag(etag) {
      runTag = etag;
    },
    getRunCondition: () => (runTag === undefined ? 'absent' : { etag: runTag }),
  };
}
