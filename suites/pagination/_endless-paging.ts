import { type Finding, inconclusive, violated, type Walk } from '#rule';

/**
 * The finding for a walk that was cut off: where no page marks the end, only the declared behaviour past the end can
 * be violated.
 */
export function judgeEndless({ ended, pages }: Walk, size: number, pastEnd: string | undefined): Finding {
  const last = pages.slice(-3);
  const [page, next] = pages.slice(-2);
  const status = next?.exchange.answer?.status;
  if (ended === 'trouble') return inconclusive('setup', `GET of a page returned ${status}`);
  // Pages may be short, and even empty, before the end: a service may filter entries.
  if (ended !== 'loop' && ended !== 'repeat')
    return inconclusive('no-usable-case', `the end was not reached within ${pages.length} pages of ${size}`);
  if (ended === 'repeat' && !page?.isReported && (pastEnd === undefined || pastEnd === 'last-page'))
    return inconclusive(
      'no-usable-case',
      'past the end the last page is returned again; pagination.pastEnd says whether that is allowed',
    );
  const found = {
    loop: 'the next page is one that was shown before',
    repeat: 'the previous page is returned once more',
  };
  return violated({
    expected: 'a last page',
    actual: `${found[ended]}, in pages of ${size}`,
    shows: last.map(({ exchange }) => exchange),
  });
}
