/**
 * One heading per step, so that a long run can be followed.
 * @param {string} text
 */
export function heading(text) {
  process.stdout.write(`\n── ${text}\n`);
}

/**
 * Ends the program with a sentence that says what to do.
 * @param {string} message
 * @returns {never}
 */
export function stopWith(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/**
 * Seconds since `start` (milliseconds), for people.
 * @param {number} start
 */
export function seconds(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}
