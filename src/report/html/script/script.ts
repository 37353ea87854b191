import { filterScript } from './filter-script.js';
import { gridScript } from './grid-script.js';

/** The script of the page. Without it the page is complete, and its controls stay hidden. */
export const script: string = `(() => {
'use strict';
const root = document.documentElement;
const all = (what, within = document) => [...within.querySelectorAll(what)];
const one = (what) => document.querySelector(what);
for (const control of all('.live')) control.hidden = false;

const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
const theme = one('#theme');
const showTheme = () => theme.setAttribute('aria-pressed', String(isDark()));
theme.addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; showTheme(); });
showTheme();

const told = one('#told');
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
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
};
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copy]');
  if (!button) return;
  const isDone = await copy(document.getElementById(button.dataset.copy).textContent);
  button.focus();
  for (const other of all('[data-copy]')) other.textContent = 'Copy';
  button.textContent = isDone ? 'Copied' : 'Copy manually';
  told.textContent = '';
  requestAnimationFrame(() => { told.textContent = isDone ? 'copied' : 'could not copy'; });
});

let opened = [];
addEventListener('beforeprint', () => {
  opened = all('details:not([open])');
  for (const part of opened) part.open = true;
});
addEventListener('afterprint', () => { for (const part of opened) part.open = false; });

${gridScript}
${filterScript}
})();
`;
