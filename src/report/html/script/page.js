/* Everything that moves on the page but the matrix and the filter. Without scripts the page is whole, and its controls stay hidden. */

/**
 * All elements of a class that match a selector.
 *
 * @template {Element} T
 * @param {new () => T} kind
 * @param {string} selector
 * @param {ParentNode} [within]
 */
const all = (kind, selector, within = document) => {
  /** @type {T[]} */
  const found = [];
  for (const element of within.querySelectorAll(selector)) if (element instanceof kind) found.push(element);
  return found;
};

/**
 * The first of them; undefined where there is none.
 *
 * @template {Element} T
 * @param {new () => T} kind
 * @param {string} selector
 */
const find = (kind, selector) => all(kind, selector)[0];

/**
 * The first of them, which every page has.
 *
 * @template {Element} T
 * @param {new () => T} kind
 * @param {string} selector
 */
const one = (kind, selector) => {
  const found = find(kind, selector);
  if (!found) throw new Error(`${selector} is missing`);
  return found;
};

/**
 * Where an event happened, or the element around it that matches a selector.
 *
 * @param {Event} event
 * @param {string} selector
 */
const closest = ({ target }, selector) => {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : undefined;
};

for (const control of all(HTMLElement, '.live')) control.hidden = false;

const root = document.documentElement;
const isDark = () =>
  root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
const theme = one(HTMLButtonElement, '#theme');
const showTheme = () => {
  theme.textContent = isDark() ? 'Use light colours' : 'Use dark colours';
};
theme.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  showTheme();
});
showTheme();

const announcement = one(HTMLElement, '#told');

/** @param {string} text */
const copyByHand = (text) => {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  return isDone;
};

/** @param {string} text */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
};

document.addEventListener('click', async (event) => {
  const button = closest(event, '[data-copy]');
  if (!button) return;
  const isDone = await copy(document.getElementById(button.dataset.copy ?? '')?.textContent ?? '');
  button.focus();
  for (const other of all(HTMLElement, '[data-copy]')) other.textContent = 'Copy';
  button.textContent = isDone ? 'Copied' : 'Copy manually';
  announcement.textContent = '';
  requestAnimationFrame(() => {
    announcement.textContent = isDone ? 'copied' : 'could not copy';
  });
});

/** @type {HTMLDetailsElement[]} */
let opened = [];
addEventListener('beforeprint', () => {
  opened = all(HTMLDetailsElement, 'details:not([open], .same)');
  for (const part of opened) part.open = true;
});
addEventListener('afterprint', () => {
  for (const part of opened) part.open = false;
});
