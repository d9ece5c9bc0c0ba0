/** `--mini`: each benchmark once with the smallest numbers, which only proves that it runs. */
export const isMini = process.argv.includes('--mini')
export const size = <Size>(whole: Size, mini: Size): Size => (isMini ? mini : whole)
