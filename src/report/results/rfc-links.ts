/** Returns links to the RFC sections that the source of a clause names: `RFC 9110 §9.2.1, §9.3.1`. */
export function listRfcLinks(source: string): { readonly name: string; readonly url: string }[] {
  return [...source.matchAll(/RFC (\d{1,5})((?:,? §\d+(?:\.\d+)*)*)/g)].flatMap(([, number = '', sections = '']) => {
    const url = `https://www.rfc-editor.org/rfc/rfc${number}`;
    const named = [...sections.matchAll(/§([\d.]+)/g)].map(([, section = '']) => section);
    if (named.length === 0) return [{ name: `RFC ${number}`, url }];
    return named.map((section) => ({ name: `RFC ${number} §${section}`, url: `${url}#section-${section}` }));
  });
}
