import { isDeepStrictEqual } from 'node:util';
import { readPointer } from '../facts/json-pointer.js';
import type { Answer } from './client.js';
import { hasVisitors } from './expected-list.js';
import type { Entry, Subject } from './subject.js';

/** A list as a client finds it on all its pages. */
export interface Walk {
  readonly entries: readonly Entry[];
  readonly pages: readonly (readonly Entry[])[];
  readonly answers: readonly Answer[];
  /** Why it ended before the last page. */
  readonly problem: string | undefined;
  /** Items came or went meanwhile, which may have moved others from page to page. */
  readonly isMoved: boolean;
}

const mostPages = 450;

interface Step {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads all pages of a list; again, if items come or go meanwhile that move others from page to page. */
export async function walkList(subject: Subject, size?: number): Promise<Walk> {
  const { paging } = subject.facts;
  const isCounted = paging?.style === 'page' || paging?.style === 'offset';
  const isShifting = hasVisitors(subject) && isCounted;
  for (let attempt = 0; ; attempt++) {
    const before = readMoment(subject);
    const walk = await walkOnce(subject, size ?? (isShifting ? (paging.maximumSize ?? 500) : undefined));
    const after = readMoment(subject);
    const isVisited = isShifting && walk.pages.length > 1 && after.visits !== before.visits;
    const isMoved = isVisited || (subject.choices.timeToLive === 'short' && after.time !== before.time);
    if (!isMoved || attempt >= 6) return { ...walk, isMoved };
  }
}

/** What changes when items come or go by themselves: items of other clients, and the time for which items live. */
function readMoment({ service }: Subject) {
  const visits = service.truth.visitors.map(({ id, exists }) => `${id} ${exists}`).join();
  return { visits, time: service.clock.now() };
}

async function walkOnce(subject: Subject, size: number | undefined): Promise<Walk> {
  const pages: (readonly Entry[])[] = [];
  const answers: Answer[] = [];
  const end = (problem?: string): Walk => ({ entries: pages.flat(), pages, answers, problem, isMoved: false });
  let step: Step | undefined = { path: writeQuery(subject, size, undefined), headers: {} };
  while (step && pages.length < mostPages) {
    const answer: Answer = await subject.send(step);
    const isPastEnd = pages.length > 0 && !hasNext(subject) && answer.status === 404;
    if (isPastEnd) return end();
    const entries = answer.status === 200 ? subject.readEntries(answer) : undefined;
    if (!entries) return end(`${step.path} answers ${answer.status}, not a list`);
    const isRepeated = subject.choices.pastEnd === 'last-page' && isDeepStrictEqual(entries, pages.at(-1));
    if (!hasNext(subject) && pages.length > 0 && (entries.length === 0 || isRepeated)) return end();
    pages.push(entries);
    answers.push(answer);
    step = findNext(subject, answer, size, pages);
  }
  return end(step ? 'the list has no end' : undefined);
}

const hasNext = ({ facts }: Subject) => facts.paging?.next !== undefined;

/** The path of a page. */
export function writeQuery(subject: Subject, size: number | undefined, position: string | undefined): string {
  const path = subject.fill(subject.facts.listPath);
  const { paging } = subject.facts;
  const query = new URLSearchParams();
  if (paging && size !== undefined) query.set(paging.sizeParameter, String(size));
  if (paging && position !== undefined && paging.position.in === 'query') query.set(paging.position.name, position);
  if (query.size === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** Where the next page is, as the answer says or as the client counts. */
function findNext(subject: Subject, answer: Answer, size: number | undefined, pages: Walk['pages']): Step | undefined {
  const { paging } = subject.facts;
  if (!paging) return undefined;
  const { next } = paging;
  if (!next) {
    const position = (paging.firstPosition ?? 0) + (paging.style === 'page' ? pages.length : pages.flat().length);
    return { path: writeQuery(subject, size, String(position)), headers: {} };
  }
  const value = readNext(answer, next);
  if (value === undefined) return undefined;
  const isToken = next.in === 'header' || (next.in === 'body' && !next.isUrl);
  if (!isToken) {
    const path = value.replace(/^https?:\/\/[^/]*/, '');
    return { path, headers: {} };
  }
  const isHeader = paging.position.in === 'header';
  return {
    path: writeQuery(subject, size, isHeader ? undefined : value),
    headers: isHeader ? { [paging.position.name]: value } : {},
  };
}

/** What an answer says about the next page. */
export function readNext(
  answer: Answer,
  next: NonNullable<NonNullable<Subject['facts']['paging']>['next']>,
): string | undefined {
  if (next.in === 'header') return answer.headers[next.name.toLowerCase()];
  if (next.in === 'link') return /<([^>]*)>;\s*rel="next"/.exec(answer.headers.link ?? '')?.[1];
  const value = readPointer(answer.json, next.pointer);
  return typeof value === 'string' ? value : undefined;
}
