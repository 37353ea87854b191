import type { Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Listing } from '../http/page.js';

/** Stack frames, headings and names that only programs write. */
const traces: readonly RegExp[] = [
  /\bat [\w$.<>[\] ]{1,80} ?\((?:[^()\n]{1,200}:\d+(?::\d+)?|Native Method|Unknown Source|<anonymous>)\)/,
  /^\s*at \S{0,200}[/\\.]\S{1,200}:\d+:\d+/m,
  /\bat [\w.`<>]{1,120}\([^)\n]{0,120}\) in [^\n]{1,200}:line \d+/,
  /Traceback \(most recent call last\)/,
  /File "[^"\n]{1,200}", line \d+/,
  /Exception in thread "/,
  /nested exception is /,
  /\b(?:java|javax|jakarta|kotlin|org|com|io|net)(?:\.[a-z_]\w{0,60}){1,8}\.[A-Z]\w{0,60}(?:Exception|Error)\b/,
  /\bSystem(?:\.[A-Z]\w{0,40}){1,5}Exception\b/,
  /\bgoroutine \d+ \[/,
  /Stack trace:\s+#0 /,
  /[\w/-]{1,120}\.rb:\d+:in [`']/,
  /(?:^|[\s"'(])(?:\/(?:usr|var|home|srv|opt|app|root)\/|[A-Z]:\\)[\w./\\ -]{1,160}\.(?:js|mjs|cjs|ts|py|rb|php|java|go|cs|dll)\b/,
];

/** Words of databases and their client libraries. */
const databases: readonly RegExp[] = [
  /\bSQLSTATE\b/,
  /\bORA-\d{5}\b/,
  /\bsyntax error at or near\b/,
  /\bYou have an error in your SQL syntax\b/,
  /\bduplicate key value violates unique constraint\b/,
  /\bviolates (?:not-null|foreign key|check) constraint\b/,
  /\binvalid byte sequence for encoding\b/,
  /\bE11000 duplicate key\b/,
  /\bSQLITE_[A-Z]{3,}\b/,
  /\b(?:psycopg2?|sqlalchemy|pymongo|asyncpg)\.\w/,
  /\b(?:SequelizeDatabaseError|PrismaClient\w+Error|MongoServerError|QueryFailedError|PDOException|SqlException)\b/,
  /\b(?:PG|ActiveRecord|Mysql2)::[A-Z]\w+/,
  /\b(?:INSERT INTO|DELETE FROM|SELECT .{1,200}? FROM|UPDATE .{1,80}? SET) [`"[]?\w+/,
];

/** The internals that an error shows; undefined where it shows none. */
export function findLeak(text: string) {
  const kinds = [
    { what: 'a stack trace', patterns: traces },
    { what: 'a database message', patterns: databases },
  ];
  // JSON escapes slashes and line ends with a backslash.
  const plain = text.replaceAll('\\n', '\n').replaceAll('\\/', '/').replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  for (const { what, patterns } of kinds) {
    const found = patterns.map((pattern) => pattern.exec(plain)).find((match) => match !== null);
    if (found) return { what, words: found[0].trim().slice(0, 160) };
  }
  return undefined;
}

type ListedPages = Pick<Listing, 'pages'>;

/**
 * Returns the pages of a listing that contain a text unique to one item. Searches the response text, which is cheap.
 */
export const findMarkedPages = ({ pages }: ListedPages, word: string): Exchange[] =>
  pages.filter(({ answer }) => answer?.text.includes(word));

/** Whether a listing contains a text unique to one item. */
export const isListed = (listing: ListedPages, word: string): boolean => findMarkedPages(listing, word).length > 0;

/** Returns the entries of a listing that contain a text unique to one item. */
export const findMarkedEntries = (listing: ListedPages & Pick<Listing, 'entries'>, word: string): Json[] =>
  isListed(listing, word) ? listing.entries.filter((entry) => JSON.stringify(entry).includes(word)) : [];
