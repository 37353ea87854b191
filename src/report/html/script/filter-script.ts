/** Shows what matches the filter, and counts it. */
export const filterScript: string = `
const form = one('.filters');
const search = one('#search');
const suite = one('#suite');
const subject = one('#subject');
for (const [index, name] of grid.subjects.entries()) subject.add(new Option(name, String(index)));
const texts = new WeakMap();
const textOf = (element) => {
  if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase());
  return texts.get(element);
};
const checked = (name) => new Set(all('[name=' + name + ']:checked', form).map(({ value }) => value));
const has = (set, value) => set.size === 0 || set.has(value);
const wanted = () => ({ words: checked('verdict'), levels: checked('level'), suite: suite.value, subject: subject.value, text: search.value.trim().toLowerCase() });
const isIn = (element, want) =>
  has(want.levels, element.dataset.level) &&
  (want.suite === '' || (element.dataset.suite ?? '').split(' ').includes(want.suite)) &&
  (want.text === '' || textOf(element).includes(want.text));
const isWanted = (element, want) =>
  isIn(element, want) && has(want.words, element.dataset.verdict) &&
  (want.subject === '' || element.dataset.subject === undefined || element.dataset.subject === want.subject);
const hasWord = (row, want) => {
  const own = cells[Number(row.dataset.row)];
  const seen = want.subject === '' ? own : own[Number(want.subject)];
  return [...new Set(seen)].some((letter) => words[letter] && has(want.words, words[letter]));
};
const settle = () => {
  for (const group of all('[data-group]')) {
    group.hidden = all('[data-item], [data-row]', group).every(({ hidden }) => hidden) && all('[data-item], [data-row]', group).length > 0;
  }
  for (const section of all('main > section')) {
    const members = all('[data-item], [data-row]', section);
    const note = section.querySelector('.nothing');
    if (note) note.hidden = members.length === 0 || members.some(({ hidden }) => !hidden);
  }
};
const say = (isNarrowed) => {
  const list = all('#verdicts [data-item]');
  const found = all('#findings [data-item]');
  const shown = (members) => members.filter(({ hidden }) => !hidden).length + ' of ' + members.length;
  one('#matches').textContent = isNarrowed ? shown(list) + ' verdicts in the list, ' + shown(found) + ' violations' : '';
};
let drawn = '';
const filter = () => {
  const want = wanted();
  for (const element of all('[data-item]')) element.hidden = !isWanted(element, want);
  for (const row of all('[data-row]')) row.hidden = !(isIn(row, want) && hasWord(row, want));
  if (want.subject !== drawn) drawGrid(want.subject);
  drawn = want.subject;
  settle();
  say(want.words.size + want.levels.size > 0 || want.suite + want.subject + want.text !== '');
};
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
const showAll = () => { form.reset(); filter(); };
one('#everything').addEventListener('click', showAll);
for (const button of all('[data-turn]')) {
  button.addEventListener('click', () => { first += Number(button.dataset.turn) * grid.columns; drawGrid(''); });
}
drawGrid('');
const reveal = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const isHidden = () => target.closest('[hidden]') !== null;
  if (isHidden()) { showAll(); target.scrollIntoView(); }
};
addEventListener('hashchange', reveal);
document.addEventListener('click', ({ target }) => { if (target.closest('a[href="' + CSS.escape(location.hash) + '"]')) reveal(); });
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, select, textarea');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  one('.panel').open = true;
  search.focus();
});
const wide = matchMedia('(min-width: 68rem)');
const settlePanel = () => { one('.panel').open = wide.matches; };
wide.addEventListener('change', settlePanel);
settlePanel();
`;
