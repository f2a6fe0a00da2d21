/** A value whose `a` grows with each of many steps. */
export const doubled = (start: string, step: string, times: number): string =>
  `(${start}${step.repeat(times)})`;

/** Runs for hours. */
const list = `[${Array.from({ length: 300 }, (_, n) => n).join()}]`;
export const ENDLESS = `count(${list}[count(${list}[count(${list}[count(${list}[@ > 1]) > 1]) > 1]) > 1])`;

/** An array of 134 million elements, which makes V8 end the process. */
export const SPLIT_BOMB = `count(string::split(${doubled('{"a":"xxxxxxxx"}', '{"a":a+a}', 24)}.a,"x"))`;
