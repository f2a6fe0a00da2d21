/** Texts as people and attackers type them, each of which has to arrive in one cell of one row, as it was typed. */
export const TYPED_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ["two lines", "Hello there\nand good-bye"],
  ["formulas at the start of later lines", "Hello there\n=1+1\n@SUM(1)"],
  ["lines of an old Macintosh", "Hello\r=1+1\r+2"],
  ["lines of Windows", "Hello\r\n-1+1\r\n=cmd|'/c calc'!A1"],
  ["a line break at the end", "Hello\n"],
  ["quotes and commas", 'Say "hello, ""you""", please'],
  ["a quote alone", '"'],
  ["tabs and semicolons", "a\tb;c\t=1"],
  ["a ZIP code with a zero", "07030"],
  ["a long number", "00012345678901234567"],
  ["a text like a date", "1-2"],
  ["a telephone from abroad", "+47 22 12 34 56"],
  ["an apostrophe", "'tis"],
  ["what a spreadsheet's file writes for a character", "_x003D_1+1 and _x000D_"],
  ["letters of the world", "Nguyễn Văn Đức, 李小龍, שלום, 👩‍🚀"],
];

/** Texts that a spreadsheet would calculate: an apostrophe keeps it from that. */
export const FORMULAS: readonly string[] = [
  "=1+1",
  "+1+1",
  "+4722123456",
  "+47 -22",
  "-1+1",
  "@SUM(1)",
  "\t=1+1",
  "\r=1+1",
  "＝1+1",
  "=1+1\n=2+2",
];

/** What a spreadsheet may calculate. A telephone number with spaces is nothing that it could. */
export const BEGINS_AS_FORMULA = /^(?:[=@\t\r＝＋－＠]|[+-](?!\d{1,3} [\d(][\d ().-]*$))/;
