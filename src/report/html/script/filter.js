/* Shows what matches the filter, and says how much that is. */

const form = one(HTMLFormElement, '.filters');
const search = one(HTMLInputElement, '#search');
const suite = one(HTMLSelectElement, '#suite');
const subject = one(HTMLSelectElement, '#subject');
const panel = one(HTMLDetailsElement, '.panel');
const members = '[data-item], [data-row], [data-search]';
for (const [index, name] of grid.subjects.entries()) subject.add(new Option(name, String(index)));

/** @type {WeakMap<Element, string>} */
const texts = new WeakMap();

/** @param {Element} element */
const getText = (element) => {
  const text = texts.get(element) ?? element.textContent?.toLowerCase() ?? '';
  texts.set(element, text);
  return text;
};

/** @param {string} name */
const listChecked = (name) => new Set(all(HTMLInputElement, `[name=${name}]:checked`, form).map(({ value }) => value));

const readFilter = () => ({
  words: listChecked('verdict'),
  levels: listChecked('level'),
  suite: suite.value,
  subject: subject.value,
  text: search.value.trim().toLowerCase(),
});

/** @typedef {ReturnType<typeof readFilter>} Filter */

/**
 * Whether a set has a value; one without values has all.
 *
 * @param {Set<string>} set
 * @param {string | undefined} value
 */
const has = (set, value) => set.size === 0 || (value !== undefined && set.has(value));

/**
 * @param {HTMLElement} element
 * @param {Filter} wanted
 */
const isInScope = (element, wanted) =>
  has(wanted.levels, element.dataset.level) &&
  (wanted.suite === '' || (element.dataset.suite ?? '').split(' ').includes(wanted.suite)) &&
  (wanted.text === '' || getText(element).includes(wanted.text));

/**
 * @param {HTMLElement} element
 * @param {Filter} wanted
 */
const isWanted = (element, wanted) =>
  isInScope(element, wanted) &&
  has(wanted.words, element.dataset.verdict) &&
  (wanted.subject === '' ||
    element.dataset.subject === undefined ||
    element.dataset.subject.split(' ').includes(wanted.subject));

/**
 * @param {HTMLElement} row
 * @param {Filter} wanted
 */
const hasWantedVerdict = (row, wanted) => {
  const own = cells[Number(row.dataset.row)] ?? '';
  const seen = wanted.subject === '' ? own : (own[Number(wanted.subject)] ?? '');
  return [...new Set(seen)].some((letter) => words[letter] && has(wanted.words, words[letter]));
};

/** Hides groups of which every member is hidden, and says so in sections of which every member is. */
const hideEmptyParts = () => {
  for (const group of all(HTMLElement, '[data-group]')) {
    const own = all(HTMLElement, members, group);
    group.hidden = own.length > 0 && own.every(({ hidden }) => hidden);
  }
  for (const section of all(HTMLElement, 'main > section')) {
    const own = all(HTMLElement, members, section);
    for (const note of all(HTMLElement, '.nothing', section).slice(0, 1))
      note.hidden = own.length === 0 || own.some(({ hidden }) => !hidden);
  }
};

/** @type {Set<HTMLDetailsElement>} */
const openedParts = new Set();

/**
 * Opens what has matches, and closes it when all is shown again. What has no verdict is opened by a text only.
 *
 * @param {boolean} isNarrowed
 */
const openMatchingParts = (isNarrowed) => {
  const counted = search.value.trim() === '' ? '[data-item], [data-row]' : members;
  for (const part of all(HTMLDetailsElement, 'details.fold, details.same, details.more')) {
    const isMatching = isNarrowed && all(HTMLElement, counted, part).some(({ hidden }) => !hidden);
    if (isMatching && !part.open) openedParts.add(part);
    if (isMatching) part.open = true;
    else if (openedParts.delete(part)) part.open = false;
  }
};

/** @param {boolean} isNarrowed */
const describeMatches = (isNarrowed) => {
  const list = all(HTMLElement, '#verdicts [data-item]');
  const found = all(HTMLElement, '#findings [data-item]');
  /** @param {HTMLElement[]} some */
  const count = (some) => `${some.filter(({ hidden }) => !hidden).length} of ${some.length}`;
  one(HTMLElement, '#matches').textContent = isNarrowed
    ? `${count(list)} verdicts in the list, ${count(found)} violations`
    : '';
};

let drawn = '';
const applyFilter = () => {
  const wanted = readFilter();
  for (const element of all(HTMLElement, '[data-item]')) element.hidden = !isWanted(element, wanted);
  for (const row of all(HTMLElement, '[data-row]'))
    row.hidden = !(isInScope(row, wanted) && hasWantedVerdict(row, wanted));
  for (const element of all(HTMLElement, '[data-search]')) element.hidden = !getText(element).includes(wanted.text);
  if (wanted.subject !== drawn) drawGrid(wanted.subject);
  drawn = wanted.subject;
  hideEmptyParts();
  const isNarrowed = wanted.words.size + wanted.levels.size > 0 || wanted.suite + wanted.subject + wanted.text !== '';
  openMatchingParts(isNarrowed);
  for (const sum of all(HTMLElement, '[data-sum]')) sum.hidden = isNarrowed;
  describeMatches(isNarrowed);
};
form.addEventListener('input', applyFilter);
form.addEventListener('submit', (event) => event.preventDefault());

const showAll = () => {
  form.reset();
  applyFilter();
};
one(HTMLElement, '#everything').addEventListener('click', showAll);

/** Shows the target of the address where the filter hides it. */
const revealTarget = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) showAll();
  const own = all(HTMLDetailsElement, 'details.fold', target);
  const folded = [...own, ...all(HTMLDetailsElement, 'details').filter((part) => part.contains(target))];
  for (const part of folded) part.open = true;
  if (folded.length > 0) target.scrollIntoView();
};
addEventListener('hashchange', revealTarget);
document.addEventListener('click', (event) => {
  if (closest(event, `a[href="${CSS.escape(location.hash)}"]`)) revealTarget();
});
addEventListener('keydown', (event) => {
  const isTyping = closest(event, 'input, select, textarea') !== undefined;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  panel.open = true;
  search.focus();
});

const wide = matchMedia('(min-width: 68rem)');
const openOnWideScreen = () => {
  panel.open = wide.matches;
};
wide.addEventListener('change', openOnWideScreen);
openOnWideScreen();
