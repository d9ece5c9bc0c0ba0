/** As files are labelled: millions of bytes, one decimal, at least 0.1. ASCII digits; formatting for a locale happens later. */
export const megabytesOf = (bytes: number): string => Math.max(0.1, bytes / 1_000_000).toFixed(1)
