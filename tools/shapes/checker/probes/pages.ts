import { readPointer } from '../../facts/json-pointer.js';
import { compareList, hasVisitors, listExpected } from '../expected-list.js';
import type { Subject } from '../subject.js';
import { readNext, walkList, writeQuery } from '../walk-list.js';
import type { CollectionProbe } from './probe.js';

/** Enough items for several pages, and how many entries a page of a walk has. */
async function preparePages(subject: Subject): Promise<number> {
  for (let missing = 5 - listExpected(subject).length; missing > 0 && subject.isCreatable; missing--)
    await subject.provideItem();
  subject.settle();
  const { maximumSize = 1000 } = subject.facts.paging ?? {};
  return Math.min(maximumSize, Math.max(2, Math.ceil(listExpected(subject).length / 4)));
}

/** Walking the pages shows each item once, and ends. */
const pages: CollectionProbe = {
  name: 'pages',
  applies: ({ paging }) => paging !== undefined,
  async run(subject) {
    const size = await preparePages(subject);
    const walk = await walkList(subject, size);
    const expected = listExpected(subject);
    if (!subject.expect(walk.problem === undefined, `pages: ${walk.problem}`)) return;
    if (!walk.isMoved) {
      const difference = compareList(subject, walk.entries, expected);
      subject.expect(difference === undefined, `the list of all pages ${difference}`);
    }
    for (const page of hasVisitors(subject) ? [] : walk.pages.slice(0, -1))
      subject.expect(page.length === size, `a page has ${page.length} of ${size} entries`);
    checkNext(subject, walk);
    checkTotal(subject, walk.answers[0]?.headers ?? {}, walk.answers[0]?.json, expected.length);
  },
};

function checkNext(subject: Subject, { answers }: Awaited<ReturnType<typeof walkList>>): void {
  const { next } = subject.facts.paging ?? {};
  if (!next) return;
  const values = answers.map((answer) => readNext(answer, next));
  subject.expect(values.at(-1) === undefined, 'the last page has a next one');
  if (next.in === 'body' && next.isUrl) {
    const starts = {
      absolute: `${subject.service.client.url}/`,
      relative: '/',
      'public-base': 'https://api.example.com/',
    };
    const start = starts[subject.choices.next as keyof typeof starts];
    for (const value of values) subject.expect(value?.startsWith(start) ?? true, `next is ${value}`);
  }
  if (next.in !== 'body' || subject.choices.next === 'absent') return;
  const last = readPointer(answers.at(-1)?.json, next.pointer);
  subject.expect(last === (subject.choices.lastNext === 'null' ? null : undefined), `next of the last page is ${last}`);
}

function checkTotal(subject: Subject, headers: Readonly<Record<string, string>>, json: unknown, count: number): void {
  const { total } = subject.facts.paging ?? {};
  if (!total) return;
  const stated = total.in === 'header' ? Number(headers[total.name.toLowerCase()]) : readPointer(json, total.name);
  const isClose = typeof stated === 'number' && (hasVisitors(subject) || stated > count) && stated < count + 40;
  subject.expect(
    subject.choices.total === 'exact' && !hasVisitors(subject) ? stated === count : isClose,
    `the total is ${stated}, for ${count} items`,
  );
}

/** The size of a page is what the client asks for, within the limits of the design. */
const pageSize: CollectionProbe = {
  name: 'page-size',
  applies: ({ paging }) => paging !== undefined,
  async run(subject) {
    await preparePages(subject);
    const { paging } = subject.facts;
    if (!paging) return;
    const count = listExpected(subject).length;
    const read = async (size: number | undefined) => {
      const answer = await subject.send({ path: writeQuery(subject, size, undefined) });
      return { status: answer.status, length: subject.readEntries(answer)?.length };
    };
    const usual = await read(undefined);
    subject.expect(
      isBetween(usual.length, Math.min(count, paging.defaultSize), paging.defaultSize),
      `a page has ${usual.length} entries by default`,
    );
    const one = await read(1);
    subject.expect(isBetween(one.length, Math.min(count, 1), 1), `a page of one has ${one.length} entries`);
    subject.expect((await read(0)).status === 400, 'a size of 0 is accepted');
    if (paging.maximumSize === undefined) {
      const all = await read(count + 50);
      subject.expect(all.length !== undefined && all.length >= count, `a page of all has ${all.length} entries`);
      return;
    }
    const over = await read(paging.maximumSize + 1);
    const { overMaximum } = subject.choices;
    const most = overMaximum === 'ignored' ? paging.defaultSize : paging.maximumSize;
    if (overMaximum === 'refused')
      subject.expect(over.status === 400, `a size over the maximum answers ${over.status}`);
    else
      subject.expect(
        isBetween(over.length, Math.min(count, most), most),
        `a page over the maximum has ${over.length} entries`,
      );
  },
};

const isBetween = (value: number | undefined, least: number, most: number) =>
  value !== undefined && value >= least && value <= most;

/** What is no page answers as the design says. */
const pagePosition: CollectionProbe = {
  name: 'page-position',
  applies: ({ paging }) => paging?.position.in === 'query',
  async run(subject) {
    const bad = await subject.send({ path: writeQuery(subject, 2, 'no-such-page') });
    subject.expect(bad.status === 400, `a position that is none answers ${bad.status}`);
    const { firstPosition } = subject.facts.paging ?? {};
    if (firstPosition === undefined) return;
    const past = await subject.send({ path: writeQuery(subject, 2, '9999') });
    const { pastEnd } = subject.choices;
    const isEmpty = listExpected(subject).length === 0 && !hasVisitors(subject);
    if (pastEnd === 'missing') subject.expect(past.status === 404, `a page past the end answers ${past.status}`);
    const length = subject.readEntries(past)?.length;
    if (pastEnd === 'empty') subject.expect(length === 0, 'a page past the end is not empty');
    if (pastEnd === 'last-page')
      subject.expect(
        length !== undefined && (length > 0 || isEmpty || hasVisitors(subject)),
        'a page past the end is not the last one',
      );
  },
};

export const pageProbes: readonly CollectionProbe[] = [pages, pageSize, pagePosition];
