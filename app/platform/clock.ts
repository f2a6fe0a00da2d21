/** Returns the current time. A parameter wherever time decides something, so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
