/* Keeps the filter in the query of the address, so that a link shows the same. */

const filterNames = ['verdict', 'level', 'suite', 'subject', 'search'];

const rememberFilter = () => {
  const { words: verdicts, levels, suite: name, text } = readFilter();
  const query = new URLSearchParams(location.search);
  for (const key of filterNames) query.delete(key);
  for (const verdict of verdicts) query.append('verdict', verdict);
  for (const level of levels) query.append('level', level);
  if (name !== '') query.set('suite', name);
  if (subject.value !== '') query.set('subject', grid.subjects[Number(subject.value)] ?? '');
  if (text !== '') query.set('search', text);
  try {
    history.replaceState(null, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}${location.hash}`);
  } catch {
    // A browser that does not let a local file change its address shows the filter only.
  }
};

form.addEventListener('input', rememberFilter);
// The event comes before the form is reset.
form.addEventListener('reset', () => queueMicrotask(rememberFilter));

const restoreFilter = () => {
  const query = new URLSearchParams(location.search);
  for (const box of all(HTMLInputElement, '[type=checkbox]', form))
    box.checked = query.getAll(box.name).includes(box.value);
  suite.value = query.get('suite') ?? '';
  if (suite.selectedIndex < 0) suite.value = '';
  const at = grid.subjects.indexOf(query.get('subject') ?? '');
  subject.value = at < 0 ? '' : String(at);
  search.value = query.get('search') ?? '';
  applyFilter();
};
restoreFilter();
revealTarget();
