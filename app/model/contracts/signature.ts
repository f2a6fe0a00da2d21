const DRAWN = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/;

/** Returns whether a signature was drawn (a PNG as a data URI); others are typed names. */
export const isDrawn = (signature: string): boolean => DRAWN.test(signature);
