/**
 * The script elements of a page as it is sent: the element's start and end, its tag's text and its source's start and end.
 * Scripts are raw text, so that nothing in one can look like another.
 *
 * @param {Buffer} page
 */
export function* scriptsOf(page) {
  const closing = "</script>";
  for (let start = page.indexOf("<script"); start >= 0;) {
    const source = page.indexOf(">", start) + 1;
    const close = page.indexOf(closing, source);
    if (source === 0 || close < 0) return;
    const end = close + closing.length;
    yield { start, end, tag: page.toString("utf8", start, source), source, close };
    start = page.indexOf("<script", end);
  }
}
