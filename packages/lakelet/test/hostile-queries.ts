/** A value whose `a` grows with each of many steps. */
export const doubled = (start: string, step: string, times: number): string =>
  `(${start}${step.repeat(times)})`;

/** Runs for hours. */
const list = `[${Array.from({ length: 300 }, (_, n) => n).join()}]`;
export const ENDLESS = `count(${list}[count(${list}[count(${list}[count(${list}[@ > 1]) > 1]) > 1]) > 1])`;

/** An array of 134 million elements, which makes V8 end the process. */
export const SPLIT_BOMB = `count(string::split(${doubled('{"a":"xxxxxxxx"}', '{"a":a+a}', 24)}.a,"x"))`;

/** The same of 430 million elements: each `array::join` squares the length. */
export const JOIN_BOMB = `count(string::split(${doubled('{"a":"xxxxxxxxxxxx"}', '{"a":array::join(string::split(a,""),a)}', 3)}.a,""))`;

/** The same of 400 million elements, with a `$text` of 200,000 characters. Half as many mostly reach the deadline on a busy machine. */
const spans = Array.from({ length: 2000 }, () => '{"_type":"span","text":$text}').join();
export const BLOCKS_BOMB = `count(string::split(pt::text({"_type":"block","children":[${spans}]}),""))`;
