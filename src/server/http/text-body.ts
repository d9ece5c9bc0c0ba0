/** A body that was parsed as text; empty when there was none. */
export const textOf = (body: unknown): string => (typeof body === 'string' ? body : '')
