/**
 * The text after all edits of a file, in their order.
 *
 * @throws Error if the text to find does not occur exactly once
 */
export function applyEdits(text, edits) {
  return edits.reduce((current, { file, find, replace }) => {
    const count = current.split(find).length - 1;
    if (count !== 1) throw new Error(`${file}: this occurs ${count} times instead of once: ${find}`);
    return current.replace(find, () => replace);
  }, text);
}
