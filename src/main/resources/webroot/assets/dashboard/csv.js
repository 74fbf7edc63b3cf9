/** Tables of the service as CSV (RFC 4180), which `spreadsheet=true` has made safe to open. */

/** A line break within quotes ends no record. */
const RECORD = /(?:"(?:[^"]|"")*"|[^"\r\n])+/g;
/** Cells may also begin after a semicolon, a tab or a line break: the separator is a setting of the reader. */
const FORMULA = /^(?=[\t\r\n])|(?<![^;\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** One table of several, with a name for each in the first column. They have the same columns. */
export function joined(column, names, tables) {
  const records = tables.map((text) => text.match(RECORD) ?? []);
  const rows = records.flatMap(([, ...some], i) => some.map((row) => `${cell(names[i])},${row}`));
  return [`${column},${records[0][0]}`, ...rows].map((row) => `${row}\r\n`).join("");
}

/** A text, even one that a spreadsheet would take for a formula. */
const cell = (text) => `"${text.replace(FORMULA, "'").replaceAll('"', '""')}"`;
