import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** How a list is paged, as a reader of the document would say. */
export interface PagingKey {
  readonly style: string;
  readonly size?: string;
  readonly page?: string;
  readonly offset?: string;
  readonly cursor?: string;
  readonly base?: 0;
  readonly default?: number;
  readonly max?: number;
}

/** What a document says of one collection, as a reader would say. */
export interface CollectionKey {
  readonly item?: string;
  /** Where an item carries what its path is made with. */
  readonly id?: string;
  readonly roles: readonly string[];
  readonly creation?: 'json' | 'form';
  readonly paging?: PagingKey;
  readonly items?: string;
  readonly next?: string;
  readonly key?: string;
  readonly actions?: readonly string[];
  readonly parents?: Readonly<Record<string, string>>;
  /** Members of the creation body that the service sets though nothing says that they are read-only. */
  readonly assigned?: readonly string[];
  readonly secured?: boolean;
}

/** What is true of a document, told by hand before the inference was run on it. */
export interface CorpusKey {
  readonly style: string;
  /** Written after the inference was improved with all documents of lower rounds. */
  readonly holdout?: 1 | 2 | 3;
  readonly secured?: boolean;
  readonly collections: Readonly<Record<string, CollectionKey>>;
  /** Writes that must be left alone, and be named: they take what is no JSON or form, or act on the world outside. */
  readonly avoided?: readonly string[];
  /** Paths that are neither collection, item nor action. */
  readonly others: readonly string[];
}

/** A document of the corpus with its key. */
export interface CorpusEntry {
  readonly name: string;
  readonly file: string;
  readonly key: CorpusKey;
}

const corpusFolder = fileURLToPath(new URL('fixtures', import.meta.url));

/** Every document that has a key. */
export function readCorpus(): CorpusEntry[] {
  const files = readdirSync(corpusFolder);
  return files.flatMap((file) => {
    const [, name] = /^(.+)\.key\.yaml$/.exec(file) ?? [];
    const document = files.find((other) => other === `${name}.yaml` || other === `${name}.json`);
    if (name === undefined || document === undefined) return [];
    return [
      {
        name,
        file: join(corpusFolder, document),
        key: parse(readFileSync(join(corpusFolder, file), 'utf8')) as CorpusKey,
      },
    ];
  });
}
