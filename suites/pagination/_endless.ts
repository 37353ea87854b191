import { type Finding, inconclusive, violated, type Walk } from '#rule';

/** What is said of a walk that had to be cut: where nothing tells the end, only what was declared of it can be broken. */
export function judgeEndless({ ended, pages }: Walk, size: number, pastEnd: string | undefined): Finding {
  const last = pages.slice(-3);
  const [page, next] = pages.slice(-2);
  const status = next?.exchange.answer?.status;
  if (ended === 'trouble') return inconclusive('setup', `GET of a page was answered ${status}`);
  // Pages may be short, and even empty, before the end: a service may look through what it does not show.
  if (ended !== 'loop' && ended !== 'repeat')
    return inconclusive('no-usable-case', `the end was not reached within ${pages.length} pages of ${size}`);
  if (ended === 'repeat' && !page?.isReported && (pastEnd === undefined || pastEnd === 'last-page'))
    return inconclusive(
      'no-usable-case',
      'past the end the last page comes again; pagination.pastEnd says whether it may',
    );
  const found = { loop: 'a page that was there before is next', repeat: 'the page before comes once more' };
  return violated({
    expected: 'a last page',
    actual: `${found[ended]}, in pages of ${size}`,
    shows: last.map(({ exchange }) => exchange),
  });
}
