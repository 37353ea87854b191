/** The style that all charts share. */
export const chartStyle = `text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.small { font-size: 12px; fill: #59636e }
.one { stroke: #d1d9e0 }`;

/** A coordinate with one digit after the point, so that images change only where a measurement does. */
export const round = (value: number): string => value.toFixed(1);

/** Text for the content or an attribute of an element. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
