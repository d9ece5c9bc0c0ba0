/**
 * The bytes of a page, one character each. All marks of HTML are ASCII, so they are found in it as in the text. V8 stores a text with
 * one Devanagari letter in two bytes a character; above 128 KB each is a large object of its own, and making one costs as much as
 * everything else that is done to a finished page.
 */
export const readBytes = (page: Buffer): string => page.toString('latin1')

/** The text of a part of `readBytes`, as a copy: V8 keeps the whole page in memory as long as a slice of it exists. */
export const textOf = (part: string): string => Buffer.from(part, 'latin1').toString()
