/** A body that was parsed as text; nothing where there was none. */
export const textOf = (body: unknown): string => (typeof body === 'string' ? body : '')
